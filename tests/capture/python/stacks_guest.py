"""What a program does that the reading of its frames must not disturb: stacks_guest.py CASE."""
import os
import signal
import sys
import threading
import time

import mock_cuda
from mock_cuda import launch


class Path(str):
    """A text of a class of its own has its characters elsewhere"""


def paths():
    for length in 10, 300, 1 << 12:
        code = compile("def f(): launch('x')\nf()", Path("p" * length + ".py"), "exec")
        exec(code, {"launch": launch})


def again():
    """Code objects of one name and several files, whose memory is used again"""
    for path in ["first.py", "second.py", "third.py"] * 5:
        exec(compile("launch('x')", path, "exec"), {"launch": launch})


def left(depth):
    return left(depth - 1) if depth else launch("x")


def right(depth):
    return right(depth - 1) if depth else launch("x")


def launching():
    while True:
        left(300)
        right(300)


def has_ended(child):
    for _ in range(1000):
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    return False


def forks():
    """Threads read as the process is forked; the child's interpreter ends"""
    for _ in range(3):
        threading.Thread(target=launching, daemon=True).start()
    for _ in range(30):
        child = os.fork()
        if child == 0:
            sys.exit(0)
        if not has_ended(child):
            sys.exit("a forked child does not end")


def interrupt(frame, _event, _argument):
    if frame.f_code.co_filename == "<gpuflame>":
        sys.settrace(None)
        os.kill(os.getpid(), signal.SIGINT)


def interrupted():
    """A signal comes while the library's source runs"""
    sys.settrace(interrupt)
    try:
        mock_cuda.start()
        for _ in range(1000):
            pass
    except KeyboardInterrupt:
        launch("interrupted")


case = sys.argv[1]
if case != "interrupted":
    mock_cuda.start()
globals()[case]()
