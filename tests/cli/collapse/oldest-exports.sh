# The oldest exports: no process, no textId, no version.
cp "$FIXTURES/old2020.sqlite" .
gpuflame collapse --summary old2020.sqlite
