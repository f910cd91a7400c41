"""A script of random calls for tests/mock/driver.c: random_calls.py SEED

Ranges of all kinds on four threads, pushed, popped (also more often than pushed), started and
ended elsewhere; launches, copies, records that are dropped, come late or have no times, flushes
and children that are forked anywhere between.
"""
import random
import sys

NAMES = ["a", "layer 1", "layer 2", "x:y", "é", "b", "step 3", "end of;line"[:6]]
DOMAINS = ["NCCL", "d", "other"]
KERNELS = ["k", "gemm<float>", "void f(int)"]


def call(chance, spans):
    """One call, as the driver has it."""
    name = chance.choice(NAMES)
    kind = chance.randrange(20)
    if kind < 4:
        return chance.choice(["push", "pushex"]) + " " + name
    if kind < 5:
        payload = chance.choice(["u64 7", "i64 -3", "double 2.5", "u32 1", "i32 -1", "float 0.5"])
        return f"pushpayload {payload} {name}"
    if kind < 6:
        return "pushnull"
    if kind < 7:
        return f"{chance.choice(['pushd', 'pushreg'])} {chance.choice(DOMAINS)} {name}"
    if kind < 8:
        return "popd " + chance.choice(DOMAINS)
    if kind < 11:
        return "pop"
    if kind < 12 and len(spans) < 12:
        spans.append(f"s{len(spans)}")
        return f"start {spans[-1]} {name}"
    if kind < 13 and spans:
        return "end " + chance.choice(spans)
    if kind < 14:
        return chance.choice([f"memcpy {chance.randrange(1, 9)} {chance.randrange(1, 99)}",
                              f"memset {chance.randrange(1, 99)}", "failed", "nocopy"])
    if kind < 15:
        return chance.choice(["flush", "split", "mark m", f"namethread {name}"])
    launch = chance.choice(["launch"] * 8 + ["launch1", "culaunch", "nested", "timeless"])
    return f"{launch} {chance.randrange(1, 1000)} {chance.choice(KERNELS)}"


def main():
    chance = random.Random(int(sys.argv[1]))
    spans = []
    print("#other steps\ncuinit")
    for _ in range(chance.choice([5, 30, 200])):
        thread = chance.choice([0, 0, 0, 1, 2, 3])
        print((f"{thread}: " if thread else "") + call(chance, spans))
        if chance.random() < 0.02:
            print(chance.choice(["fork exit", "fork _exit"]))
    if chance.random() < 0.3:
        lost = chance.randrange(1, 4)
        print(f"flush\ndrop {lost}")
        for _ in range(lost):
            print(f"launch {chance.randrange(1, 99)} k")
    print("launch 1 last")


main()
