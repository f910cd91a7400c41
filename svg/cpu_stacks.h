#ifndef SVG_CPU_STACKS_H
#define SVG_CPU_STACKS_H

#include "base/names.h"

/*
 * Whether stacks are those of a CPU profiler (perf, py-spy, bpftrace, async-profiler): some frame
 * looks like one of those, and none like an operation of a GPU. Their values are samples. NULL if
 * they are not; else the palette of flamegraph.pl and inferno for them: "java", "python", "hot".
 */
const char *cpu_stacks_palette(const struct names *names);

#endif /* SVG_CPU_STACKS_H */
