"""Kernels of known duration within PyTorch: see torch_run.py and spin.cu. Takes
the library that spin.cu is; prints what the kernels of each round took."""
import ctypes

import torch

import torch_run


def prepare(options):
    library = ctypes.CDLL(options.library)
    library.spin.restype = ctypes.c_longlong
    library.spin.argtypes = [ctypes.c_int, ctypes.c_longlong]
    torch.ones(1, device="cuda")  # the context is PyTorch's

    def step(i):
        with torch.cuda.nvtx.range(f"Train step {i}"), torch.cuda.nvtx.range("spin"):
            print("spin_ns", library.spin(10, 10_000_000))

    return step


torch_run.main(prepare, 5, "library")
