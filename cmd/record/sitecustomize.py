"""Starts gpuflame's tracer of Python functions with the interpreter, and steps aside.

`gpuflame record` puts its folder first in PYTHONPATH. The sitecustomize that this one hides is
run in its place.
"""
import os
import sys


def step_aside():
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [p for p in sys.path if os.path.abspath(p) != here]
    sys.path_importer_cache.pop(here, None)


def start_tracer():
    import ctypes

    ctypes.PyDLL(os.environ["CUDA_INJECTION64_PATH"]).gpuflame_python_start()


step_aside()
try:
    start_tracer()
except Exception:
    pass  # without ctypes, or the library, it starts with CUDA

own = sys.modules.pop("sitecustomize", None)
try:
    import sitecustomize
except ImportError as error:
    if error.name != "sitecustomize":
        raise
    if own is not None:
        sys.modules["sitecustomize"] = own
