# Names of captures: patterns, folders, existing files.
# shellcheck disable=SC2016,SC2012
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1 FAKE=$fake/fake_cuda
run() {
  echo "-- $*"
  gpuflame record "$@" "$FAKE" init 2>&1 | sed 's|'"$PWD"'|HERE|g; s/[0-9]\{2,\}/PID/g; s/'"$(uname -n)"'/HOST/g'
  echo "status ${PIPESTATUS[0]}"
}
run
run -o plain
run -o plain
run -f -o plain
run -f true -o plain
run -f false -o plain
run --force-overwrite=true -o plain
run -o with.dot
run -o 'job-%q{JOB}-%r%%' -e JOB=a.b,RANK=7
run -o 'job-%q{JOB}-%r%%' -e JOB=a.b,RANK=7
run -o 'up-%q{JOB}-%r' -e JOB=../../x,RANK=a/b
run -o 'n-%n'
run -o 'n-%n'
run -o 'bad-%x'
run -o 'bad-%q{X'
run -o ''
mkdir folder%h
run -o folder%h
run -o folder%%h/x
run -o folder%%h
run -o job -e RANK=3,WORLD_SIZE=8
run -o job -e RANK=0,WORLD_SIZE=1
run -o /dev/null/x
(cd folder%h && run -o relative)
echo "-- from the environment"
GPUFLAME_OUTPUT=$PWD/env-%r.gpuflame GPUFLAME_FORCE=1 RANK=2 gpuflame record "$FAKE" init
echo "-- a process that goes elsewhere"
gpuflame record -o elsewhere sh -c 'cd / && $FAKE init'
find . -name '*.*' -type f | sed 's/[0-9]\{2,\}/PID/g; s/'"$(uname -n)"'/HOST/g' | LC_ALL=C sort
