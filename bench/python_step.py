"""CPU time of a training step of the small GPT: python_step.py plain|modules|backward,
or compare their lines."""
import sys
import time


def measure():
    sys.path.insert(0, "tests/fixtures/gpt")
    import mock_cuda
    import small_gpt

    mock_cuda.start()
    mock_cuda.launch("kernel")
    small_gpt.train(1, "cpu")
    least = float("inf")
    for _ in range(8):
        begun = time.process_time_ns()
        small_gpt.train(1, "cpu")
        least = min(least, time.process_time_ns() - begun)
    print(sys.argv[1], least)


def compare():
    found = {}
    for line in sys.stdin:
        words = line.split()
        if len(words) == 2:
            found.setdefault(words[0], []).append(float(words[1]))
    plain = min(found["plain"])
    for way, limit in ("modules", 1.02), ("backward", None):
        ratio = min(found[way]) / plain
        print("a training step: %.2f ms, with --pytorch %s %.2f ms: %.3f%s%s"
              % (plain / 1e6, way, ratio * plain / 1e6, ratio,
                 " (at most %.2f)" % limit if limit else "",
                 "  OVER" if limit and ratio > limit else ""))


if __name__ == "__main__":
    compare() if sys.argv[1] == "compare" else measure()
