"""Children by fork, before CUDA, and by spawn: each is a process that is captured by itself."""
import multiprocessing
import sys
import time

import mock_cuda
import traced


def child_main():
    mock_cuda.start()
    traced.plain()
    mock_cuda.launch("end_of_child")
    time.sleep(0.3)  # multiprocessing ends its children by _exit()


if __name__ == "__main__":
    child = multiprocessing.get_context(sys.argv[1]).Process(target=child_main)
    child.start()
    child.join()
