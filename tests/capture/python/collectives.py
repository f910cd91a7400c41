"""Collectives of a group of one process, whose operators launch kernels of the mock."""
import os
import tempfile

import torch
from torch import distributed
from torch.distributed import broadcast

import mock_torch

with tempfile.TemporaryDirectory() as folder:
    distributed.init_process_group(
        "gloo", init_method="file://" + os.path.join(folder, "store"), rank=0, world_size=1)
    # What is received is kept: PyTorch hangs if its own thread frees a tensor while the group ends.
    tensor, received = torch.ones(2), [torch.empty(2)]
    mock_torch.start()
    distributed.all_reduce(tensor)
    broadcast(tensor, 0)
    distributed.all_gather(received, tensor)
    distributed.destroy_process_group()
mock_torch.mock_cuda.launch("end")
