"""Makes ranges of what PyTorch does, as PYTORCH says. tracer.py runs this as a part of itself.

A module of a model is named when it is first called: the outermost one by its class, those
inside it by their paths. Names go by the address of the module; they go when it goes.
"""

from _thread import _local as local, get_ident

WRAPPING = ("module", "_fsdp_wrapped_module", "_orig_mod", "_checkpoint_wrapped_module")
# What has a module of its own in a step, besides those of the model
STEP = [
    {"module": "torch.optim.*", "functions": ["*.step"]},
    {"module": "torch._tensor", "functions": ["Tensor.backward"], "text": "backward"},
    {"module": "torch.utils.data.dataloader", "functions": ["_BaseDataLoaderIter.__next__"],
     "text": "DataLoader"},
] + [
    {"module": "torch.distributed.distributed_c10d", "functions": [name],
     "text": "torch.distributed." + name}
    for name in (
        "all_reduce", "all_gather", "all_gather_into_tensor", "all_gather_object", "all_to_all",
        "all_to_all_single", "barrier", "batch_isend_irecv", "broadcast", "gather", "irecv", "isend",
        "recv", "reduce", "reduce_scatter", "reduce_scatter_tensor", "scatter", "send")
]
FUNCTIONS = [
    {"module": "torch.nn.functional", "functions": ["*"]},
    {"module": "torch.nn.modules.*", "functions": ["*.forward"]},
    {"module": "torch.nn.utils.clip_grad", "functions": ["*"]},
    {"module": "torch.autograd", "functions": ["backward", "grad"]},
]

UNCALLED = [None]  # the forward of modules that only hold others
named = {}  # by the id of a module: (a weak reference, whether it is the outermost of a model)
hooks = {}  # by the id of a module: what to do where its backward pass begins, and where it ends
paths = {}  # by the id of a module: the ids of those around it that are called, and its own


def name_one(module, text, is_outermost, path):
    import weakref

    number = id(module)
    known = named.get(number)
    if known is not None:
        if is_outermost or not known[1]:
            return
        forget(number)
        hooks.pop(number, None)

    def gone(reference, number=number):
        if named.get(number, (None,))[0] is reference:
            del named[number], paths[number]
            hooks.pop(number, None)
            forget(number)

    named[number] = (weakref.ref(module, gone), is_outermost)
    paths[number] = path
    add_weak(module, text)


def path_of(words):
    """'module.layers.0._fsdp_wrapped_module.mlp' is 'layers.0.mlp' to who wrote the model."""
    return ".".join(word for word in words.split(".") if word not in WRAPPING)


def name_module(module):
    """A module is called that has no name: all within it get theirs."""
    try:
        ids = {}  # by path
        for path, inner in module.named_modules():
            around = ids.get(path.rpartition(".")[0], ())
            is_called = getattr(type(inner), "forward", None) is not UNCALLED[0]
            ids[path] = around + (id(inner),) if is_called else around
            name_one(inner, path_of(path) or type(inner).__name__, inner is module, ids[path])
    except Exception:
        failed()


def wrapped_call(call):
    def wrapper(self, *args, **kwargs):
        push_self(self)
        try:
            result = call(self, *args, **kwargs)
            if HAS_BACKWARD:
                returned(self, args, kwargs, result)
            return result
        finally:
            pop(self)

    return copy_looks(wrapper, call)


# --- the backward pass -----------------------------------------------------------------------

# The pass of a module begins where the gradient of its result arrives, and ends where those of its
# arguments are used: at nodes of autograd's graph, whose hooks change nothing in it. A thread is
# in one module at a time, and its ranges are those of the modules around that, by their ids.
HAS_BACKWARD = "backward" in PYTORCH
BACKWARD = object()  # on threads of PyTorch's own, around them
inside = local()  # .path: the ids of modules that the thread is in
runners = []  # threads that wait for a backward pass, or run it


def move(path):
    """The thread's backward pass goes on in the module of this path."""
    now = getattr(inside, "path", ())
    if now and not is_open(now[0]):
        now = ()  # they have ended with a range around them
    same = 0
    while same < min(len(now), len(path)) and now[same] == path[same]:
        same += 1
    if same < len(now):
        pop_id(now[same])  # and all that are inside it
    for number in path[same:]:
        push_id(number)
    inside.path = path


def hook(change):
    """A hook of a node: change() gives the path from the one of now, without who is around."""
    def run(gradients):
        try:
            if not is_off:
                around = () if get_ident() in runners else (id(BACKWARD),)
                move(around + change(getattr(inside, "path", ())[len(around):]))
        except Exception:
            failed()

    return run


def hooks_of(module):
    found = hooks.get(id(module))
    if found is None:
        own = paths[id(module)]
        size = len(own)
        found = hooks[id(module)] = (
            hook(lambda now: now if now[:size] == own else own),
            hook(lambda now: own[:-1] if now[:size] == own else now))
    return found


def nodes_of(values):
    for value in values:
        if isinstance(value, (tuple, list)):
            yield from nodes_of(value)
        else:
            node = getattr(value, "grad_fn", None)
            if node is not None:
                yield node


def returned(module, args, kwargs, result):
    """A module has returned: hooks where its backward pass will begin and end."""
    try:
        if is_off or id(module) not in paths:
            return
        results = list(nodes_of((result,)))
        if results:
            begin, end = hooks_of(module)
            for node in nodes_of((args, tuple(kwargs.values()))):
                if node not in results:
                    node.register_prehook(end)
            for node in results:
                node.register_prehook(begin)
    except Exception:
        failed()


def wrapped_engine(run):
    """Runs a backward pass: what comes before that of the first module is in none."""
    outside = hook(lambda now: ())

    def wrapper(outputs, *args, **kwargs):
        thread = get_ident()
        runners.append(thread)
        try:
            for node in nodes_of(outputs):
                node.register_prehook(outside)
            return run(outputs, *args, **kwargs)
        finally:
            runners.remove(thread)
            move(())

    return copy_looks(wrapper, run)


def trace_engine(module):
    """torch.autograd.graph is imported."""
    if hasattr(module, "_engine_run_backward"):
        module._engine_run_backward = wrapped_engine(module._engine_run_backward)
    else:
        note("--pytorch backward needs PyTorch 2.3 or later: the backward pass is not divided")


def trace_modules(module):
    """torch.nn.modules.module is imported."""
    kind = module.Module
    UNCALLED[0] = getattr(kind, "forward", None)
    if WRAPPERS_ALONE:
        kind.__call__ = wrapped_call(kind.__call__)
        return
    code = kind._call_impl.__code__
    if add_self(code):
        events = MONITORING.events
        if HAS_BACKWARD:
            MONITORING.register_callback(tool, events.PY_RETURN, pop_result)
        MONITORING.set_local_events(tool, code, events.PY_RETURN)


def emit_nvtx(shapes):
    """What torch.autograd.profiler.emit_nvtx() does, which would start CUDA on the way."""
    torch = sys.modules.get("torch")
    if torch is None:
        return
    autograd = torch.autograd
    if getattr(torch.version, "cuda", None) is None:
        note("--pytorch autograd-nvtx needs a PyTorch with CUDA: operators are not traced")
        return
    autograd._enable_profiler(
        autograd.ProfilerConfig(
            autograd.ProfilerState.NVTX, shapes, False, False, False, False,
            torch._C._profiler._ExperimentalConfig()),
        set())


def add_groups(groups):
    for group in groups:
        for function in group["functions"]:
            entries.append(Entry(group["module"], function, {"text": None, **group}))


if HAS_BACKWARD:
    add_weak(BACKWARD, "backward")
    when_imported["torch.autograd.graph"] = trace_engine
if "modules" in PYTORCH or HAS_BACKWARD:
    when_imported["torch.nn.modules.module"] = trace_modules
    add_groups(STEP)
if "functions-trace" in PYTORCH:
    add_groups(STEP + FUNCTIONS)
if "autograd-nvtx" in PYTORCH or "autograd-shapes-nvtx" in PYTORCH:
    with_cuda.append(lambda: emit_nvtx("autograd-shapes-nvtx" in PYTORCH))
