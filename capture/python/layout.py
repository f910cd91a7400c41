"""Lets the library learn where this Python keeps the frames of a thread.

It finds the functions learn, check and stop defined. Functions that are known call each other, so
that learn finds their frames in memory (capture/python/frame_layout.c); check then reads the frames
of other calls in that way: unless they are those that Python says, none is read. A build without
Python's lock has other objects, and is left alone.
"""
import atexit
import sys


def codes():
    """Of the frames of the caller, the innermost first."""
    frame, found = sys._getframe(1), []
    while frame is not None:
        found.append(frame.f_code)
        frame = frame.f_back
    return found


def outer():
    def middle():
        def inner():
            code = inner.__code__
            return learn(
                code, middle.__code__, outer.__code__,
                getattr(code, "co_qualname", code.co_name), code.co_filename,
                "gpuflame reads characters from memory", "\xe9\xe8\xe7\xe6" * 8, "\u0436\u0416" * 8,
                "\U0001d518\U0001d519" * 8) and check(*codes())

        return inner()

    return middle() and check(*codes())


def generator():
    yield check(*codes())


if "t" not in getattr(sys, "abiflags", "") and outer() and next(generator()) and check(*codes()):
    atexit.register(stop)
    start()
