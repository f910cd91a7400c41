"""What the PyTorch programs share: they do their steps once, with all that happens
at first alone, then again, timed, and a third time for a profiler: within
torch.profiler, which writes to --profile FILE, or between cudaProfilerStart and
cudaProfilerStop. Prints the median time of a step."""
import argparse
import statistics
import time

import torch


def run(step, steps):
    times = []
    for i in range(steps):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        step(i)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - begin) * 1e3)
    return times


def main(step, steps, *arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--profile", metavar="FILE")
    for argument in arguments:
        parser.add_argument(argument)
    options = parser.parse_args()
    if arguments:
        step = step(options)
    run(step, options.steps)
    print("step_ms", statistics.median(run(step, options.steps)))
    if options.profile:
        activities = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
        with torch.profiler.profile(activities=activities) as profile:
            run(step, options.steps)
        profile.export_chrome_trace(options.profile)
    else:
        torch.cuda.profiler.start()
        run(step, options.steps)
        torch.cuda.profiler.stop()
