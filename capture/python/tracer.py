"""Makes ranges of Python functions, without a change of the program.

libgpuflame.so runs this text once in a process: as the interpreter starts, or, if IS_LATE, when
CUDA does. It finds FILES defined, and the functions start, push, pop, add, ready, note, off and
captured (capture/start/python_hooks.c).

With CPython 3.12 and later, sys.monitoring reports each code object when it first runs. Those that
are wanted get a label, and their ranges begin and end in C; the others are not reported again.
Before 3.12, and for what has no code object, such as a function of C, a wrapper takes the
function's place in its module or class, once that is imported.
"""
import sys

MONITORING = getattr(sys, "monitoring", None)
WRAPPERS_ALONE = MONITORING is None
MOST_COMPLAINTS = 8
CODE_OF_FUNCTION = 1  # CO_OPTIMIZED, which modules and bodies of classes lack
ITERABLE_COROUTINE = 0x100


is_off = False


def failed():
    """An error in here is never the program's: it ends the tracing."""
    global is_off
    kind, value = sys.exc_info()[:2]
    off()
    if finder in sys.meta_path:
        sys.meta_path.remove(finder)
    if not is_off:
        is_off = True
        note("%s: %s: functions are not traced from now on" % (kind.__name__, value))


# --- what is wanted --------------------------------------------------------------------


def matches(pattern, name):
    """Whether this is the name, in which '*' stands for any text."""
    first, *parts = pattern.split("*")
    if not parts:
        return name == pattern
    at = len(first)
    for part in parts[:-1]:
        at = name.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return name.startswith(first) and name.endswith(parts[-1]) and len(name) - len(parts[-1]) >= at


class Entry:
    """A function, or a pattern of them, in a module, or in those of a pattern."""

    def __init__(self, module, function, group):
        self.module, self.function = module, function
        self.text = group.get("text")  # of the range, whatever the function is called
        self.is_listed = "text" not in group  # by the user, who is told if there is none
        self.domain = group.get("domain")
        self.is_exact = "*" not in function
        self.is_found = False

    def has_module(self, name):
        """'model.*' is the package 'model' too."""
        return matches(self.module, name) or (
            self.module.endswith(".*") and matches(self.module[:-2], name))

    def wants(self, path):
        if self.is_exact:
            return path == self.function
        return matches(self.function, path) and "<" not in path

    def __str__(self):
        return self.module + "." + self.function


entries = []
by_module = {}  # the name of a module: its entries


def entries_of(module):
    """Those of a module; the one that multiprocessing runs again is '__main__' all the same."""
    if module == "__mp_main__":
        module = "__main__"
    found = by_module.get(module)
    if found is None:
        found = by_module[module] = [e for e in entries if e.has_module(module)]
    return found


def read_file(path):
    import json

    with open(path, encoding="utf-8") as file:
        groups = json.load(file)
    for group in groups:
        for function in group["functions"]:
            own = group if isinstance(function, str) else {**group, **function}
            name = function if isinstance(function, str) else function["function"]
            entries.append(Entry(own["module"], name, own))


def label(key, entry, module, path):
    """The range of a code object, or of a wrapper, is called as nsys calls it."""
    entry.is_found = True
    return add(key, entry.text or module + "." + path, entry.domain)


# --- CPython 3.12 and later: events of code objects ---------------------------------------


def trace_code(code, entry, module, path):
    if not label(code, entry, module, path):
        return False
    events = MONITORING.events
    MONITORING.set_local_events(
        tool, code, events.PY_RETURN | events.PY_YIELD | events.PY_RESUME)
    return True


def decide(code, frame=None):
    """A code object runs for the first time: True if it is traced from now on, else None."""
    try:
        module = (frame or sys._getframe(1)).f_globals.get("__name__")
        wanted = entries_of(module) if isinstance(module, str) else ()
        if not wanted or not code.co_flags & CODE_OF_FUNCTION:
            return None
        path = code.co_qualname
        for entry in wanted:
            if entry.wants(path):
                name = "__main__" if module == "__mp_main__" else module
                return trace_code(code, entry, name, path) or None
    except Exception:
        failed()
    return None


def monitor():
    """Have the events reported; False: other tools have all of the places."""
    global tool
    events = MONITORING.events
    free = [number for number in (4, 3) if MONITORING.get_tool(number) is None]
    if not free:
        note("functions are not traced: other tools use all of sys.monitoring")
        return False
    tool = free[0]
    MONITORING.use_tool_id(tool, "gpuflame")
    for event, function in (
        (events.PY_START, start), (events.PY_RESUME, push), (events.PY_THROW, push),
        (events.PY_RETURN, pop), (events.PY_YIELD, pop), (events.PY_UNWIND, pop),
    ):
        MONITORING.register_callback(tool, event, function)
    # Exceptions cannot be reported of some code objects alone: the others are ignored in C.
    MONITORING.set_events(tool, events.PY_START | events.PY_UNWIND | events.PY_THROW)
    return True


def open_frames():
    """The functions that are running, in this thread, get their ranges late."""
    frames, frame = [], sys._getframe(1)
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    for frame in reversed(frames):
        if decide(frame.f_code, frame):
            push(frame.f_code)


# --- wrappers ----------------------------------------------------------------------------


def drive(inner, key):
    """The values of a generator or an awaitable; the range is open only while it runs."""
    step, value = inner.send, None
    while True:
        push(key)
        try:
            given = step(value)
        except StopIteration as end:
            return end.value
        finally:
            pop(key)
        try:
            value = yield given
            step = inner.send
        except GeneratorExit:
            push(key)
            try:
                inner.close()
            finally:
                pop(key)
            raise
        except BaseException as error:
            step, value = inner.throw, error


def copy_looks(wrapper, function):
    for name in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
        if hasattr(function, name):
            setattr(wrapper, name, getattr(function, name))
    wrapper.__dict__.update(getattr(function, "__dict__", {}))
    wrapper.__wrapped__ = function
    return wrapper


def wrapped_generator(function, key):
    def wrapper(*args, **kwargs):
        return (yield from drive(function(*args, **kwargs), key))

    return wrapper


def wrapped_coroutine(function, key):
    import types

    driven = types.coroutine(drive)

    async def wrapper(*args, **kwargs):
        return await driven(function(*args, **kwargs), key)

    return wrapper


def wrapped_async_generator(function, key):
    import types

    driven = types.coroutine(drive)

    async def wrapper(*args, **kwargs):
        inner = function(*args, **kwargs)
        step, value = inner.asend, None
        while True:
            try:
                given = await driven(step(value).__await__(), key)
            except StopAsyncIteration:
                return
            try:
                value = yield given
                step = inner.asend
            except GeneratorExit:
                await inner.aclose()
                raise
            except BaseException as error:
                step, value = inner.athrow, error

    return wrapper


def wrapped_function(function, key):
    def wrapper(*args, **kwargs):
        push(key)
        try:
            return function(*args, **kwargs)
        finally:
            pop(key)

    return wrapper


def wrapped(function, key):
    """A function that does the same, with a range around it."""
    import inspect
    import types

    if inspect.isasyncgenfunction(function):
        wrapper = wrapped_async_generator(function, key)
    elif inspect.iscoroutinefunction(function):
        wrapper = wrapped_coroutine(function, key)
    elif inspect.isgeneratorfunction(function):
        wrapper = wrapped_generator(function, key)
        if function.__code__.co_flags & ITERABLE_COROUTINE:
            wrapper = types.coroutine(wrapper)
    else:
        wrapper = wrapped_function(function, key)
    wrappers[id(wrapper)] = wrapper
    return copy_looks(wrapper, function)


# --- what a module holds -------------------------------------------------------------------

wrappers = {}  # by id
replaced = {}  # id of a function of a module: itself and its wrapper


def look_up(holder, name):
    """An attribute as it is stored, and whether by the holder itself."""
    for place in getattr(holder, "__mro__", (holder,)):
        if name in vars(place):
            return vars(place)[name], place is holder
    return None, False


def resolve(module, path):
    """The holder of 'Class.method', its attribute as it is stored, and whether it is its own."""
    holder = module
    *holders, last = path.split(".")
    for name in holders:
        holder, _ = look_up(holder, name)
        if not hasattr(holder, "__dict__"):
            return None, None, False
    return (holder, *look_up(holder, last))


def code_of(function, path):
    """The code object behind decorators; None: there is none that only this function has."""
    while getattr(function, "__wrapped__", None) is not None:
        function = function.__wrapped__
    code = getattr(function, "__code__", None)
    qualname = getattr(code, "co_qualname", "")
    if "<locals>" not in qualname or qualname == path:
        return code
    for cell in getattr(function, "__closure__", None) or ():
        inner = getattr(cell.cell_contents, "__code__", None)
        if getattr(inner, "co_qualname", None) == path:
            return inner
    return None


def parts_of(raw):
    """The functions of an attribute."""
    if isinstance(raw, (staticmethod, classmethod)):
        return [raw.__func__]
    if isinstance(raw, property):
        return [f for f in (raw.fget, raw.fset, raw.fdel) if f is not None]
    if type(raw).__name__ == "cached_property" and hasattr(raw, "func"):
        return [raw.func]
    return [raw] if callable(raw) and not isinstance(raw, type) else []


def with_parts(raw, change):
    """The attribute with each of its functions changed."""
    if isinstance(raw, (staticmethod, classmethod)):
        return type(raw)(change(raw.__func__))
    if isinstance(raw, property):
        return type(raw)(*(f and change(f) for f in (raw.fget, raw.fset, raw.fdel)), raw.__doc__)
    if type(raw).__name__ == "cached_property":
        raw.func = change(raw.func)
        return raw
    return change(raw)


def wrap(module, path, entry, holder, raw):
    """Put wrappers around an attribute's functions."""
    parts = parts_of(raw)
    # of a base class: what a class inherits is wrapped once more, as its own
    is_own = vars(holder).get(path.rpartition(".")[2]) is raw
    if not parts or is_own and any(id(f) in wrappers for f in parts):
        return
    key = object()
    if not label(key, entry, module.__name__, path):
        return
    changed = with_parts(raw, lambda function: wrapped(function, key))
    setattr(holder, path.rpartition(".")[2], changed)
    if holder is module:
        replaced[id(raw)] = (raw, changed)


def functions_of(module):
    """(path, holder, attribute) of all that a module and its classes define in Python."""
    name = module.__name__
    places = [("", module)]
    for prefix, holder in places:
        for key, raw in list(vars(holder).items()):
            if isinstance(raw, type):
                if raw.__module__ == name and raw is not holder and len(places) < 10000:
                    if raw.__qualname__ == prefix + key:
                        places.append((prefix + key + ".", raw))
                continue
            parts = parts_of(raw)
            if parts and all(hasattr(f, "__code__") and f.__module__ == name for f in parts):
                yield prefix + key, holder, raw


def apply_exact(module, entry):
    holder, raw, is_own = resolve(module, entry.function)
    if raw is None:
        return
    parts = parts_of(raw)
    codes = [code_of(function, entry.function) for function in parts]
    if WRAPPERS_ALONE or not is_own or None in codes:
        wrap(module, entry.function, entry, holder, raw)
        return
    for code in codes:
        trace_code(code, entry, module.__name__, entry.function)


def apply(module):
    """What is wanted of a module that is imported: attributes that events do not report."""
    wanted = entries_of(module.__name__)
    for entry in wanted:
        if entry.is_exact:
            try:
                apply_exact(module, entry)
            except (AttributeError, TypeError, ValueError):
                pass  # of a type that cannot be changed: it is reported at the end
    patterns = [e for e in wanted if not e.is_exact] if WRAPPERS_ALONE else ()
    if patterns:
        for path, holder, raw in list(functions_of(module)):
            for entry in patterns:
                if entry.wants(path):
                    wrap(module, path, entry, holder, raw)
                    break


def replace_imported():
    """Names that `from module import function` made before the wrapper."""
    for module in list(sys.modules.values()):
        names = getattr(module, "__dict__", None)
        for name, value in list(names.items()) if isinstance(names, dict) else ():
            pair = replaced.get(id(value))
            if pair is not None and pair[0] is value:
                names[name] = pair[1]


# --- imports -----------------------------------------------------------------------------

unfinished = []  # modules that other code is importing
with_cuda = []  # what to do when CUDA starts
when_imported = {}  # by a module's name: what to do with it then


class Finder:
    """Finds what the others find, and sees to each module that is wanted when it has run."""

    def find_spec(self, name, path=None, target=None):
        if unfinished:
            retry()
        if not entries_of(name) and name not in when_imported:
            return None
        spec = None
        for other in sys.meta_path:
            if other is not self and hasattr(other, "find_spec"):
                spec = other.find_spec(name, path, target)
                if spec is not None:
                    break
        if hasattr(getattr(spec, "loader", None), "exec_module"):
            spec.loader = Loader(spec.loader)
        return spec


class Loader:
    """Stands in for a module's loader while the module runs."""

    def __init__(self, real):
        self.real = real

    def __getattr__(self, name):
        return getattr(self.real, name)

    def create_module(self, spec):
        spec.loader = self.real
        try:
            return self.real.create_module(spec)
        finally:
            spec.loader = self

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.real
        self.real.exec_module(module)
        apply_safely(module)


def apply_safely(module):
    try:
        name = getattr(module, "__name__", "")
        if entries_of(name):
            apply(module)
        if name in when_imported:
            when_imported.pop(name)(module)
    except Exception:
        failed()


def apply_finished(module):
    """One that is half imported has to wait."""
    if getattr(getattr(module, "__spec__", None), "_initializing", False):
        unfinished.append(module)
    else:
        apply_safely(module)


def retry():
    waiting = unfinished[:]
    unfinished.clear()
    for module in waiting:
        apply_finished(module)


def apply_to_all():
    """To the modules that are there already."""
    for name, module in list(sys.modules.items()):
        if isinstance(name, str) and (entries_of(name) or name in when_imported):
            apply_finished(module)


# --- the end -----------------------------------------------------------------------------


def nearest(name, names):
    import difflib

    close = difflib.get_close_matches(name, list(names), 1, 0.5)
    return "; the nearest is '%s'" % close[0] if close else ""


def why_not_found(entry):
    """Why functions that are there were never found; None: they were not called."""
    if WRAPPERS_ALONE and entry.module == "__main__":
        return ("'%s' is not traced: it was defined after CUDA had started, and only since Python "
                "3.12 are such functions traced" % entry)
    return None


def why_unused(entry, module):
    """Why an entry that names something in a module was never used; None: it was not called."""
    raw = resolve(module, entry.function)[1]
    if isinstance(raw, type):
        return "'%s' is a class: name its methods, such as '%s.*'" % (entry, entry.function)
    if any(hasattr(function, "__code__") for function in parts_of(raw)):
        return why_not_found(entry)
    return "'%s' is built in and cannot be traced" % entry


def complaint(entry):
    """Why an entry stands for nothing; None: it stands for something."""
    modules = [m for n, m in list(sys.modules.items())
               if isinstance(n, str) and m is not None and entry.has_module(n)]
    if not modules:
        return "no module '%s' was imported%s" % (entry.module, nearest(entry.module, sys.modules))
    paths = set()
    for module in modules:
        if entry.is_exact and resolve(module, entry.function)[1] is not None:
            return why_unused(entry, module)
        found = [path for path, _, _ in functions_of(module)]
        if any(entry.wants(path) for path in found):
            return why_not_found(entry)
        paths.update(found)
    return "there is no '%s'%s" % (entry, nearest(entry.function, paths))


def at_end():
    """Say what matched nothing, in a process that was captured."""
    try:
        if is_off or not captured():
            return
        lines = [complaint(e) for e in entries if e.is_listed and not e.is_found]
        lines = [line for line in lines if line is not None]
        for line in lines[:MOST_COMPLAINTS]:
            note(line)
        if len(lines) > MOST_COMPLAINTS:
            note("and %d other names match nothing" % (len(lines) - MOST_COMPLAINTS))
    except Exception:
        failed()


def cuda_begins():
    """In the main thread: what __main__ defines can be wrapped now."""
    try:
        if WRAPPERS_ALONE:
            apply_safely(sys.modules.get("__main__"))
            replace_imported()
        for function in with_cuda:
            function()
    except Exception:
        failed()


def begin():
    if "t" in getattr(sys, "abiflags", ""):
        note("functions are not traced: this Python runs without its global lock")
        return
    for path in FILES:
        try:
            read_file(path)
        except Exception as error:
            note("cannot read '%s': %s: its functions are not traced" % (path, error))
    if PYTORCH:
        exec(compile(PYTORCH_SOURCE, "<gpuflame>", "exec"), globals())
    traces = bool(entries or when_imported)
    if not (traces or with_cuda) or traces and not (WRAPPERS_ALONE or monitor()):
        return
    ready(decide, getattr(MONITORING, "DISABLE", None), cuda_begins, globals().get("name_module"))
    sys.meta_path.insert(0, finder)
    apply_to_all()
    if IS_LATE:
        open_frames() if MONITORING else None
        note("functions are known from here on, where CUDA starts: `gpuflame record` traces them "
             "from the beginning")
    import atexit

    atexit.register(at_end)


finder = Finder()
try:
    begin()
except Exception:
    failed()
