"""ns a call of a function that is traced, and of one that is not, on top of the plain call.

The plain call is that of an equal function before the tracer starts: of a process whose tracer
began with the interpreter it is that of `plain`, which no list names; what that costs more
than without a tracer is measured by a child without one.
"""
import subprocess
import sys
import time

import mock_cuda
import python_calls  # by which name the list knows it


def traced():
    pass


def plain():
    pass


def ns_a_call(function, calls=200000):
    least = float("inf")
    for _ in range(7):
        begun = time.process_time_ns()
        for _ in range(calls):
            function()
        least = min(least, (time.process_time_ns() - begun) / calls)
    return least


def untraced_ns():
    """The same in a Python without a tracer, by turns with this one."""
    import os

    environment = {k: v for k, v in os.environ.items()
                   if not k.startswith("GPUFLAME") and "INJECTION" not in k}
    done = subprocess.run([sys.executable, __file__, "plain"], env=environment, check=True,
                          stdout=subprocess.PIPE, universal_newlines=True)
    return float(done.stdout)


def main():
    if sys.argv[1:] == ["plain"]:
        print(ns_a_call(plain))
        return
    mock_cuda.start()
    mock_cuda.launch("kernel")
    time.sleep(0.2)
    limit = 100 if sys.version_info >= (3, 12) else 600
    rounds = [(untraced_ns(), ns_a_call(python_calls.plain)) for _ in range(3)]
    bare, own = min(r[0] for r in rounds), min(r[1] for r in rounds)
    cost = ns_a_call(python_calls.traced) - own
    print("python %d.%d: a call %.1f ns, a traced one %+.1f ns (at most %d)%s"
          % (*sys.version_info[:2], own, cost, limit, "" if cost <= limit else "  OVER"))
    print("python %d.%d: an untraced call beside a tracer %+.1f ns (at most 3)%s"
          % (*sys.version_info[:2], own - bare, "" if own - bare <= 3 else "  OVER"))


if __name__ == "__main__":
    main()
