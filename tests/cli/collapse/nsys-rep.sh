# Reports of nsys itself go through `nsys export`; a stand-in shows how it is called.
mkdir bin
cat >bin/nsys <<'END'
#!/bin/sh
echo "nsys here: $1 $2 $3" # its stdout must not mix with the stacks
while [ $# -gt 1 ]; do
  [ "$1" = --output ] && out=$2
  shift
done
case $1 in
*new.nsys-rep) echo "made by a newer version" >&2; exit 0 ;; # nsys exits with 0 here
esac
case $(stat -c %a "$(dirname "$out")") in 700) echo "private folder" ;; esac
cp "$FIXTURES/old2020.sqlite" "$out"
END
chmod +x bin/nsys
printf 'binary\0report' >run.nsys-rep
printf 'binary\0report' >new.nsys-rep
PATH=$PWD/bin:$PATH gpuflame collapse run.nsys-rep
gpuflame collapse --nsys_executable bin/nsys new.nsys-rep
echo "status $?"
printf 'binary\0report' >old.qdrep
gpuflame collapse --nsys=bin/nsys -q old.qdrep 2>/dev/null
printf 'NVIDIA Tegra Profiler Report 1.\n' >renamed
gpuflame collapse --nsys=bin/nsys -q renamed 2>/dev/null
echo '--- -q leaves out the progress of nsys, not its errors'
for command in 'collapse -q' 'stats -q -r cuda_gpu_kern_sum -f csv' 'findings -q' 'diff -q run.nsys-rep' 'collapse' stats; do
  # shellcheck disable=SC2086 # words
  PATH=$PWD/bin:$PATH gpuflame $command run.nsys-rep 2>&1 >/dev/null | grep -c '^nsys here'
done
gpuflame collapse --nsys=bin/nsys -q new.nsys-rep
ls "$TMPDIR"
