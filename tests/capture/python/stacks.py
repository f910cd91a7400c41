"""Launches from Python functions, ranges of NVTX, threads and a CUDA graph that Python captures."""
import threading

import mock_cuda
from mock_cuda import capture, launch, replay


def mapped(_):
    launch("by_map")


class Model:
    def forward(self):
        launch("gemm")
        launch("gemm")
        return list(map(mapped, (1, 2)))

    def größe(self):
        launch("latin")

    def 中文(self):
        launch("chinese")


def recursive(left):
    if left:
        recursive(left - 1)
    else:
        launch("deep")


def generator():
    launch("in_generator")
    yield
    launch("in_generator")


def with_ranges():
    mock_cuda.push("step")
    launch("in_step")
    Model().forward()
    mock_cuda.pop()
    launch("after_step")


def made_at_run_time():
    """Code objects, and their names, whose memory is used again"""
    for name in "first", "other", "third":
        exec("def %s(): launch(%r)\n%s()" % (name, name, name), {"launch": launch})


def layer():
    capture("captured")


def capturing():
    layer()
    capture("captured_below")
    mock_cuda.push("capture")
    layer()
    mock_cuda.pop()


def main():
    capturing()
    model = Model()
    for _ in range(3):
        model.forward()
        model.größe()
        model.中文()
    recursive(3)
    for _ in generator():
        launch("in_loop")
    with_ranges()
    made_at_run_time()
    replay()
    thread = threading.Thread(target=recursive, args=(1,))
    thread.start()
    thread.join()
    mock_cuda.launch_in_thread("no_python")


mock_cuda.start()
main()
