"""Makes ranges of what PyTorch does, as PYTORCH says. tracer.py runs this as a part of itself.

A module of a model is named when it is first called: the outermost one by its class, those
inside it by their paths. Names go by the address of the module; they go when it goes.
"""

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


def name_one(module, text, is_outermost):
    import weakref

    number = id(module)
    known = named.get(number)
    if known is not None:
        if is_outermost or not known[1]:
            return
        forget(number)

    def gone(reference, number=number):
        if named.get(number, (None,))[0] is reference:
            del named[number]
            forget(number)

    named[number] = (weakref.ref(module, gone), is_outermost)
    add_weak(module, text)


def path_of(words):
    """'module.layers.0._fsdp_wrapped_module.mlp' is 'layers.0.mlp' to who wrote the model."""
    return ".".join(word for word in words.split(".") if word not in WRAPPING)


def name_module(module):
    """A module is called that has no name: all within it get theirs."""
    try:
        for path, inner in module.named_modules():
            name_one(inner, path_of(path) or type(inner).__name__, inner is module)
    except Exception:
        failed()


def wrapped_call(call):
    def wrapper(self, *args, **kwargs):
        push_self(self)
        try:
            return call(self, *args, **kwargs)
        finally:
            pop(self)

    return copy_looks(wrapper, call)


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


if "modules" in PYTORCH:
    when_imported["torch.nn.modules.module"] = trace_modules
    add_groups(STEP)
if "functions-trace" in PYTORCH:
    add_groups(STEP + FUNCTIONS)
if "autograd-nvtx" in PYTORCH or "autograd-shapes-nvtx" in PYTORCH:
    with_cuda.append(lambda: emit_nvtx("autograd-shapes-nvtx" in PYTORCH))
