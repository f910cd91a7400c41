# What is counted twice is reported by every command that adds files up, and is an error with
# --strict: a file under two names, and two files with one recording (a copy, a snapshot).
capture() { # FILE PROCESS START
  cat >capture.sql <<SQL
INSERT INTO GPUFLAME_META VALUES ('node', 'n1'), ('pid', '$2'), ('start_ns', '$3');
INSERT INTO GPUFLAME_STACK (id, parent, name, kind) VALUES (1, 0, 'gemm', 1);
INSERT INTO GPUFLAME_VALUE VALUES (1, 0, 100, 9, 5, 50);
SQL
  "${FIXTURES%/fixtures}/mkdb" "$1" "$TESTS/tools/capture_tables.sql" capture.sql
}
mkdir run copies
capture run/a.gpuflame 7 1000
capture run/b.gpuflame 8 1000
capture run/c.gpuflame 7 2000 # the next recording of that process
cp run/*.gpuflame copies
cp copies/b.gpuflame copies/snapshot.gpuflame
each() {
  local command
  for command in "collapse" "merge" "stats" "stats -r cuda_gpu_kern_sum" "stats --partial" "-o x.svg" "diff run"; do
    echo "- $command"
    # shellcheck disable=SC2086 # several words
    gpuflame $command "$@" >out 2>err
    cat err
    # shellcheck disable=SC2086
    gpuflame $command --strict "$@" >out 2>err
    echo "status $? with --strict: $(tail -n 1 err)"
  done
}
echo "--- nothing is there twice"
each run
echo "--- one recording"
each copies
echo "--- one file"
ln -s a.gpuflame run/link.gpuflame
each run
echo "--- of several"
gpuflame merge run copies -o x.folded
echo "--- findings"
cp "$FIXTURES/demo.sqlite" a.sqlite
ln a.sqlite b.sqlite
gpuflame findings --strict a.sqlite b.sqlite
echo "status $?"
echo "--- by way of partial results"
gpuflame stats --partial copies/a.gpuflame copies/b.gpuflame -o one
gpuflame stats --partial copies/c.gpuflame copies/snapshot.gpuflame -o two
gpuflame stats -r cuda_gpu_kern_sum one two >out 2>err
cat err
echo "--- a pipe is no file"
gpuflame collapse <(cat run/a.gpuflame) <(cat run/b.gpuflame)
echo "--- sides of a comparison may be equal"
gpuflame diff copies/a.gpuflame copies/a.gpuflame 2>&1 | head -n 1
