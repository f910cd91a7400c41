"""Threads of Python that launch while the interpreter ends, and one of them after that."""
import threading

import mock_cuda


def launching():
    while True:
        mock_cuda.launch("busy")


mock_cuda.start()
for _ in range(4):
    threading.Thread(target=launching, daemon=True).start()
for _ in range(2000):
    mock_cuda.launch("main")
