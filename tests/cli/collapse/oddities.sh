# Each oddity has its place in the stacks and its line on stderr.
gpuflame collapse "$FIXTURES/oddities.sqlite"
