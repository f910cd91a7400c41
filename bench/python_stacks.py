"""CPU time of a launch below 30 Python functions: python_stacks.py none|launches, or compare their lines."""
import sys
import time


def deep(left, function):
    return deep(left - 1, function) if left else function()


def measure():
    import mock_cuda

    launches = 20000

    def one():
        mock_cuda.launch("kernel")

    def other():
        mock_cuda.launch("kernel")

    def same():
        for _ in range(2 * launches):
            one()

    def changing():
        for _ in range(launches):
            one()
            other()

    mock_cuda.start()
    mock_cuda.launch("kernel")
    for function in same, changing:
        least = float("inf")
        for _ in range(7):
            begun = time.process_time_ns()
            deep(25, function)
            least = min(least, (time.process_time_ns() - begun) / launches / 2)
        print(sys.argv[1], function.__name__, least)


def compare():
    found = {}
    for line in sys.stdin:
        words = line.split()
        if len(words) == 3:
            found.setdefault(tuple(words[:2]), []).append(float(words[2]))
    for what, words in ("same", "from one function"), ("changing", "from two by turns"):
        none, launches = (min(found[way, what]) for way in ("none", "launches"))
        print("python %d.%d: --python-stacks launches, a launch below 30 functions, %s: %+.0f ns"
              % (*sys.version_info[:2], words, launches - none))


if __name__ == "__main__":
    compare() if sys.argv[1] == "compare" else measure()
