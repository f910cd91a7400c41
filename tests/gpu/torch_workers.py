"""Forked workers that are the first to use CUDA, and end as Python's do, by _exit: each adds
COUNT times, within a range. The parent uses NVTX alone.

    torch_workers.py [COUNT]"""
import multiprocessing
import sys
import time

import torch

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 1000


def work(number):
    values = torch.zeros(1024, device="cuda")
    torch.cuda.synchronize()
    with torch.cuda.nvtx.range("worker"):
        for _ in range(COUNT):
            values.add_(1)
        torch.cuda.synchronize()
    assert values[0].item() == COUNT
    time.sleep(1)  # _exit takes what was not written yet: a tenth of a second at first


if __name__ == "__main__":
    with torch.cuda.nvtx.range("parent"):
        context = multiprocessing.get_context("fork")
        workers = [context.Process(target=work, args=(i,)) for i in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    sys.exit(any(worker.exitcode for worker in workers))
