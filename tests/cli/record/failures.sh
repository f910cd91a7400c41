# A failed recording is reported, and makes the status 1 if the command's was 0.
# shellcheck disable=SC2016,SC2012
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE=$fake/fake_cuda
pids() { sed "s/process [0-9][0-9]*/process PID/; s|$fake|FAKE|"; }
run() {
  echo "-- ${*//$fake/FAKE}"
  "$@" 2>&1 | pids
  echo "status ${PIPESTATUS[0]}"
}
export FAKE_OPS=3
run gpuflame record true
run gpuflame record sh -c 'exit 3'
FAKE_FAIL='no libcupti.so' run gpuflame record "$FAKE" init
FAKE_FAIL='no libcupti.so' run gpuflame record "$FAKE" init exit=4
FAKE_FAIL='no libcupti.so' run gpuflame record sh -c '$FAKE init & $FAKE init & $FAKE init & wait'
run gpuflame record -o half-%r sh -c 'RANK=0 $FAKE init; FAKE_FAIL="disk full" RANK=1 $FAKE init'
echo "-- strictly"
run gpuflame record --strict true
run gpuflame record --strict sh -c 'exit 3'
FAKE_FAIL='no libcupti.so' run gpuflame record --strict "$FAKE" init
FAKE_FAIL='no libcupti.so' run gpuflame record --strict "$FAKE" init exit=4
FAKE_DROPPED=5 run gpuflame record --strict -o strict-drops "$FAKE" init
run gpuflame record --strict -o strict "$FAKE" init
echo "-- others"
FAKE_DIES=1 run gpuflame record -o dies "$FAKE" init
echo "-- a process that left a file worth reading"
cat >left.sql <<'SQL'
CREATE TABLE GPUFLAME_META(name TEXT PRIMARY KEY, value TEXT);
INSERT INTO GPUFLAME_META VALUES('operations', '1234'), ('operations_ns', '5678'), ('ranges', '9');
CREATE TABLE GPUFLAME_LOSS(what TEXT PRIMARY KEY, count INTEGER NOT NULL, ns INTEGER);
INSERT INTO GPUFLAME_LOSS VALUES('dropped', 3, NULL);
SQL
"${FIXTURES%/fixtures}/mkdb" left.sqlite left.sql
FAKE_DIES=1 run gpuflame record -o left-%r sh -c '$FAKE init; cp left.sqlite left-0.gpuflame; RANK=1 $FAKE init'
FAKE_DROPPED=5 run gpuflame record -o drops "$FAKE" init
FAKE_OPS=0 FAKE_DROPPED=5 run gpuflame record -o all-lost "$FAKE" init
FAKE_TORN=1 run gpuflame record -o torn "$FAKE" init
FAKE_OPS=0 run gpuflame record -o zero "$FAKE" init
FAKE_OPS=0 run gpuflame record -o zero-steps --steps 3 "$FAKE" init
FAKE_OPS=0 run gpuflame record -o zero-api -c cudaProfilerApi "$FAKE" init
FAKE_OPS=0 run gpuflame record -o zero-nvtx -p x "$FAKE" init
FAKE_OPS=0 run gpuflame record -o zero-delay -y 60 "$FAKE" init
FAKE_OPS=0 FAKE_RANGES=5 run gpuflame record -o ranges --mode trace -t nvtx "$FAKE" init
echo "-- no place for temporary files"
TMPDIR=/no/such gpuflame record -o no-place "$FAKE" init
echo "status $?"
find . -name "*status*"
echo "-- a statically linked program"
printf 'int main(void) { return 0; }\n' >static.c
if cc -static static.c -o static 2>/dev/null; then run gpuflame record ./static; fi
mkdir bin && printf '#!/bin/sh\nexit 0\n' >bin/sudo && chmod +x bin/sudo
PATH=$PWD/bin:$PATH run gpuflame record sudo ./train
