"""Ranks of torchrun on the CPU, with workers that load data: ranks.py fork|spawn|none [EXIT|kill]"""
import os
import signal
import sys
import time

import torch
from torch import distributed
from torch.utils.data import DataLoader, Dataset

import mock_cuda


class Data(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.ones(2)


def main():
    how = sys.argv[1]
    workers = {} if how == "none" else {"num_workers": 1, "multiprocessing_context": how}
    distributed.init_process_group("gloo")
    rank = distributed.get_rank()
    mock_cuda.start()
    for _ in range(2):
        mock_cuda.push("step")
        for batch in DataLoader(Data(), batch_size=2, **workers):
            mock_cuda.push("forward")
            mock_cuda.launch("gemm_%d" % rank)
            mock_cuda.pop()
            distributed.all_reduce(batch)
        mock_cuda.pop()
    distributed.barrier()
    if rank == 1 and len(sys.argv) > 2 and os.environ["TORCHELASTIC_RESTART_COUNT"] == "0":
        if sys.argv[2] == "kill":
            time.sleep(0.5)
            os.kill(os.getpid(), signal.SIGKILL)
        sys.exit(int(sys.argv[2]))
    distributed.destroy_process_group()


if __name__ == "__main__":
    main()
