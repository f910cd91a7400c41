# A failed recording is reported, and makes the status 1 if the command's was 0.
# shellcheck disable=SC2016,SC2012
failures() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE=$fake/fake_cuda
  pids() { sed "s/process [0-9][0-9]*/process PID/; s|$fake|FAKE|"; }
  run() { tell "${*#gpuflame record }" "$@" 2>&1 | pids; }
  export FAKE_OPS=3
  run gpuflame record true
  run gpuflame record sh -c 'exit 3'
  FAKE_FAIL='no libcupti.so' run gpuflame record "$FAKE" init
  FAKE_FAIL='no libcupti.so' run gpuflame record "$FAKE" init exit=4
  FAKE_FAIL='no libcupti.so' run gpuflame record sh -c '$FAKE init & $FAKE init & $FAKE init & wait'
  run gpuflame record sh -c 'for _ in 1 2; do printf "fail\t7\t-\ttwice\t0\t0\t0\t0\n" >>"$GPUFLAME_STATUS"; done'
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
  echo "-- no place for temporary files"
  tell "" env TMPDIR=/no/such gpuflame record -o no-place "$FAKE" init
  find . -name "*status*"
  echo "-- a statically linked program"
  printf 'int main(void) { return 0; }\n' >static.c
  if cc -static static.c -o static 2>/dev/null; then run gpuflame record ./static; fi
}
check failures 0 <<'STDOUT' 3<<'STDERR'
--- gpuflame record true
gpuflame: nothing was recorded: no process of 'true' used CUDA (or sudo, ssh, a container or the like dropped the environment)
--- gpuflame record sh -c exit 3: status 3: gpuflame: nothing was recorded: no process of 'sh' used CUDA (or sudo, ssh, a container or the like dropped the environment)
--- gpuflame record FAKE/fake_cuda init
gpuflame: process PID: no libcupti.so
--- gpuflame record FAKE/fake_cuda init exit=4: status 4: gpuflame: process PID: no libcupti.so
--- gpuflame record sh -c $FAKE init & $FAKE init & $FAKE init & wait
gpuflame: 3 processes: no libcupti.so
--- gpuflame record sh -c for _ in 1 2; do printf "fail\t7\t-\ttwice\t0\t0\t0\t0\n" >>"$GPUFLAME_STATUS"; done
gpuflame: process PID: twice
--- gpuflame record -o half-%r sh -c RANK=0 $FAKE init; FAKE_FAIL="disk full" RANK=1 $FAKE init
gpuflame: recorded 3 operations, 0 ns of GPU time, 0 ranges; lost: none
gpuflame: process PID: disk full
gpuflame:   half-0.gpuflame  rank 0
-- strictly
--- gpuflame record --strict true: status 1: gpuflame: nothing was recorded: no process of 'true' used CUDA (or sudo, ssh, a container or the like dropped the environment)
--- gpuflame record --strict sh -c exit 3: status 3: gpuflame: nothing was recorded: no process of 'sh' used CUDA (or sudo, ssh, a container or the like dropped the environment)
--- gpuflame record --strict FAKE/fake_cuda init: status 1: gpuflame: process PID: no libcupti.so
--- gpuflame record --strict FAKE/fake_cuda init exit=4: status 4: gpuflame: process PID: no libcupti.so
--- gpuflame record --strict -o strict-drops FAKE/fake_cuda init: status 1: gpuflame: recorded 3 operations, 0 ns of GPU time, 0 ranges; LOST: 5 operations
gpuflame:   strict-drops.gpuflame
--- gpuflame record --strict -o strict FAKE/fake_cuda init
gpuflame: recorded 3 operations, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   strict.gpuflame
-- others
--- gpuflame record -o dies FAKE/fake_cuda init
gpuflame: nothing was recorded
gpuflame: process PID used CUDA and ended with status 0, by _exit or exec: its recording was not written
-- a process that left a file worth reading
--- gpuflame record -o left-%r sh -c $FAKE init; cp left.sqlite left-0.gpuflame; RANK=1 $FAKE init
gpuflame: recorded 1,234 operations, 5.68 us of GPU time, 9 ranges; LOST: at least 3 operations
gpuflame: process PID used CUDA and ended early, by a signal, _exit or exec: its recording was not written
gpuflame:   left-0.gpuflame  process PID ended early, by a signal, _exit or exec: its last moments may be missing
--- gpuflame record -o drops FAKE/fake_cuda init
gpuflame: recorded 3 operations, 0 ns of GPU time, 0 ranges; LOST: 5 operations
gpuflame:   drops.gpuflame
--- gpuflame record -o all-lost FAKE/fake_cuda init
gpuflame: nothing was recorded; LOST: 5 operations
--- gpuflame record -o torn FAKE/fake_cuda init
gpuflame: recorded 3 operations, 0 ns of GPU time, 0 ranges; lost: none
gpuflame: 1 report of processes could not be read
gpuflame:   torn.gpuflame
--- gpuflame record -o zero FAKE/fake_cuda init
gpuflame: nothing was recorded: nothing ran on the GPU
--- gpuflame record -o zero-steps --steps 3 FAKE/fake_cuda init
gpuflame: nothing was recorded: no training step was recorded: see --step-range and --skip
--- gpuflame record -o zero-api -c cudaProfilerApi FAKE/fake_cuda init
gpuflame: nothing was recorded: nothing ran on the GPU between cudaProfilerStart and cudaProfilerStop
--- gpuflame record -o zero-nvtx -p x FAKE/fake_cuda init
gpuflame: nothing was recorded: nothing was launched in the range of --nvtx-capture
--- gpuflame record -o zero-delay -y 60 FAKE/fake_cuda init
gpuflame: nothing was recorded: nothing ran on the GPU after --delay
-- no place for temporary files
-- a statically linked program
--- gpuflame record ./static
gpuflame: nothing was recorded: no process of './static' used CUDA (or sudo, ssh, a container or the like dropped the environment)
STDOUT
gpuflame: recorded 3 operations, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   no-place.gpuflame
STDERR
