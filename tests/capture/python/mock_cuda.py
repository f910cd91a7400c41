"""Kernels of the mock, launched from Python: each lasts 1 ns, so that collapse counts them."""
import ctypes
import os

_plugin = ctypes.CDLL(os.environ["MOCK_PLUGIN"])
_plugin.plugin_launch.argtypes = [ctypes.c_char_p, ctypes.c_uint64]
_names = {}


def start():
    """cuInit"""
    _plugin.plugin_start_cuda()


def kept(name):
    text = _names.get(name)
    if text is None:
        text = _names[name] = name.encode()
        # a kernel's name outlives the interpreter
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(text))
    return text


def launch(name):
    _plugin.plugin_launch(kept(name), 1)


def launch_in_thread(name):
    """By a thread of C"""
    _plugin.plugin_launch_in_thread(kept(name))


def capture(name):
    """A kernel becomes a node of a CUDA graph."""
    _plugin.plugin_capture(kept(name))


def replay():
    _plugin.plugin_replay()


def push(name):
    """A range of NVTX"""
    _plugin.plugin_push(kept(name))


def pop():
    _plugin.plugin_pop()
