"""Inputs designed to be slow: hostile.py ATTACK N OUT

Each grows with N in the one way in which a reader, the folding or a report could be
slower than N log N. bench/hostile.sh measures N, 2N and 4N of them.
"""
import os
import sqlite3
import sys

TABLES = os.path.join(os.path.dirname(__file__), "../tests/tools/export_tables.sql")
THREAD = 281479271677953
PROCESS = THREAD - 1


def export(path, kernels, ranges=(), calls=None):
    """An export of nsys: kernels (start, end, device, correlation, process), ranges
    (start, end, type, name), calls (start, end, correlation)."""
    db = sqlite3.connect(path)
    db.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;")
    with open(TABLES) as tables:
        db.executescript(tables.read())
    kernels = list(kernels)
    db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, ?, 1, 7, ?, ?, 1, 1)",
                   kernels)
    if calls is None:
        calls = [(k[0] - 50, k[0] - 40, k[3], k[4]) for k in kernels]
    db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, 0, ?, ?, 1)",
                   [(start, end, process + 1, number) for start, end, number, process in calls])
    db.executemany("INSERT INTO NVTX_EVENTS VALUES (?, ?, ?, ?, ?, NULL, NULL, 0, NULL)",
                   [(start, end, kind, name, THREAD) for start, end, kind, name in ranges])
    db.commit()


def plain(n, process=PROCESS):
    """n kernels, one after the other, each with a launch of its own."""
    return [(1000 + i * 100, 1060 + i * 100, 0, i + 1, process) for i in range(n)]


def one_correlation(n, path):
    """All operations and calls have one correlation id, as some converted exports have."""
    export(path, [(k[0], k[1], 0, 0, PROCESS) for k in plain(n)])


def nested(n, path):
    """n kernels inside of n ranges, each range in the one before."""
    export(path, plain(n), [(i, 1000 * n - i, 59, "range %d" % i) for i in range(n)])


def descending(n, path):
    """n ranges, each in the one before, and a kernel after the begin of each."""
    export(path, plain(n), [(940 + i * 100, 1000 * n - i, 59, "range %d" % i) for i in range(n)])


def letters(i):
    """A number as letters, since ranges whose names differ in digits are of one kind."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(i))


def kinds(n, path):
    """As nested(), and no two ranges are of one kind."""
    export(path, plain(n), [(i, 1000 * n - i, 59, "range " + letters(i)) for i in range(n)])


def adopted(n, path):
    """As descending(), but the kernels are launched by a thread without ranges: each is adopted by
    a deeper stack than that before."""
    kernels = plain(n)
    export(path, kernels, [(940 + i * 100, 1000 * n - i, 59, "range %d" % i) for i in range(n)],
           [(k[0] - 50, k[0] - 40, k[3], k[4] + 1) for k in kernels])


def one_name(n, path):
    """n kernels inside of n ranges of one name, each range in the one before."""
    export(path, plain(n), [(i // n, 1000 * n - i, 59, "range") for i in range(n)])


def overlapping(n, path):
    """n ranges that overlap and do not nest, n kernels."""
    export(path, plain(n), [(900 + i * 50, 900 + i * 50 + 60 * n, 60, "range %d" % i)
                            for i in range(n)])


def long_name(n, path):
    """n gaps of 1 ms in one range, whose name is as long."""
    ms = 1000000
    export(path, [(1000 + i * ms, 2000 + i * ms, 0, i + 1, PROCESS) for i in range(n)],
           [(0, (n + 1) * ms, 59, "x" * (10 * n))])


def devices(n, path):
    """n kernels, each on a device of its own."""
    export(path, [(k[0], k[1], i, k[3], PROCESS) for i, k in enumerate(plain(n))])


def processes(n, path):
    """n kernels, each of a process of its own."""
    export(path, [(k[0], k[1], 0, k[3], PROCESS + (i << 24)) for i, k in enumerate(plain(n))])


def attributes(n, path):
    """A picture with n attributes on one element."""
    with open(path, "w") as out:
        out.write('<svg xmlns="http://www.w3.org/2000/svg"><g %s><title>all (1 samples, 100%%)</title>'
                  '<rect x="1" y="1" width="9"/></g></svg>' %
                  " ".join('a%d=""' % i for i in range(n)))


def deep(n, path):
    """Folded text: one stack, n frames high."""
    with open(path, "w") as out:
        out.write(";".join(f"f{i}" for i in range(n)) + " 1\n")


def labels(n, path):
    """Folded text: n kernels of one label, and n that are called as these with numbers."""
    with open(path, "w") as out:
        for i in range(n):
            out.write("void a<%s%d>(int) 1\na #%d 1\n" % ("b" * 30, i, i + 1))


def main():
    attack, n, path = sys.argv[1:]
    globals()[attack](int(n), path)


main()
