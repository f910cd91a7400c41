# Many files at once: the output does not depend on how many threads read them.
many-files() {
  for rank in 0 1 2; do
    printf 'step;gemm %d\nstep;only_%d 5\n' $((100 + rank * 10)) "$rank" >"rank$rank.folded"
    cp "$FIXTURES/graph_capture.sqlite" "run_$rank.sqlite"
  done
  cp "$FIXTURES/steps.sqlite" steps.sqlite
  for how in sum mean min max spread; do
    tell "$how" gpuflame collapse --aggregate "$how" rank?.folded
  done
  tell "by rank" gpuflame collapse --by rank rank?.folded
  tell "by a pattern" gpuflame collapse --by rank --rank-pattern 'run_%r.*' run_?.sqlite --only relu
  tell "by name" gpuflame collapse --by rank --only gemm run_0.sqlite run_1.sqlite
  echo "--- same with one, two and eight"
  for jobs in 1 2 8; do
    gpuflame collapse --jobs "$jobs" --summary rank?.folded run_?.sqlite steps.sqlite 2>&1 | cksum
  done
  echo "--- and a picture, whose order by time is that of the files, though the first ends last"
  seq -f 'step;k%.0f 1' 60000 >slow0.folded
  for i in 1 2 3; do seq -f 'step;k%.0f 1' $((i * 10)) -1 1 >"slow$i.folded"; done
  gpuflame --jobs 1 slow?.folded >one.svg
  gpuflame --jobs 8 slow?.folded | cmp - one.svg && echo same
  echo "--- broken"
  echo nonsense >broken.sqlite
  tell "" gpuflame collapse rank0.folded absent.sqlite broken.sqlite
  tell "" gpuflame collapse --keep-going rank0.folded absent.sqlite broken.sqlite
  tell "" gpuflame collapse --keep-going absent.sqlite broken.sqlite
  tell "" gpuflame collapse --aggregate median rank0.folded
  tell "" gpuflame collapse --rank-pattern 'run' rank0.folded
  tell "" gpuflame collapse --jobs 0 rank0.folded
  tell "" gpuflame collapse --aggregate max --by rank rank0.folded
  tell "" gpuflame diff --aggregate max rank0.folded rank1.folded
  echo "--- many small reports"
  mkdir many
  for i in $(seq 0 299); do ln "run_0.sqlite" "many/rank$i.sqlite"; done
  gpuflame collapse many/*.sqlite
  gpuflame collapse --aggregate spread many/*.sqlite rank0.folded
}
check many-files 0 <<'STDOUT' 3<<'STDERR'
--- sum: step;gemm 330 | step;only_0 5 | step;only_1 5 | step;only_2 5
--- mean: step;gemm 110 | step;only_0 2 | step;only_1 2 | step;only_2 2
--- min: step;gemm 100
--- max: step;gemm 120 | step;only_0 5 | step;only_1 5 | step;only_2 5
--- spread
step;gemm [least rank 0, most rank 2] 20
step;only_0 [least rank 1, most rank 0] 5
step;only_1 [least rank 0, most rank 1] 5
step;only_2 [least rank 0, most rank 2] 5
--- by rank: rank 0;step;gemm 100 | rank 0;step;only_0 5 | rank 1;step;gemm 110 | rank 1;step;only_1 5 | rank 2;step;gemm 120 | rank 2;step;only_2 5
--- by a pattern
rank 0;replay;capture;layer;relu 5
rank 0;replay;relu 1
rank 1;replay;capture;layer;relu 5
rank 1;replay;relu 1
rank 2;replay;capture;layer;relu 5
rank 2;replay;relu 1
--- by name: run_0.sqlite;replay;capture;gemm 30 | run_1.sqlite;replay;capture;gemm 30
--- same with one, two and eight
2192447154 1120 [3 times]
--- and a picture, whose order by time is that of the files, though the first ends last
same
--- broken
status 1: gpuflame: cannot open 'absent.sqlite': No such file or directory
step;gemm 100 | step;only_0 5
status 1: gpuflame: skipped: cannot open 'absent.sqlite': No such file or directory
gpuflame: skipped: cannot read 'broken.sqlite': not a report of nsys, a capture, a trace of PyTorch, JAX or rocprofv3, or a flame graph, and its first line is not a folded stack ('frame;frame value')
gpuflame: none of the files could be read
status 2: gpuflame: option '--aggregate' takes sum, mean, min, max or spread, not 'median'
status 2: gpuflame: option '--rank-pattern': takes a name with %r where the rank is, not 'run'
status 2: gpuflame: option '--jobs': takes a number from 1 to 256, not '0'
status 2: gpuflame: --by rank keeps ranks apart and --aggregate merges them: use one of them
status 2: gpuflame: --aggregate and --normalize do not apply to diff, which compares whole runs, per step
--- many small reports
replay;capture;gemm 9000
replay;capture;layer;relu 1500
replay;relu 300
step;gemm [least rank 1, most rank 0] 100
step;only_0 [least rank 1, most rank 0] 5
STDOUT
gpuflame: skipped: cannot open 'absent.sqlite': No such file or directory
gpuflame: skipped: cannot read 'broken.sqlite': not a report of nsys, a capture, a trace of PyTorch, JAX or rocprofv3, or a flame graph, and its first line is not a folded stack ('frame;frame value')
gpuflame: warning: 'many/rank1.sqlite' is the same file as 'many/rank0.sqlite': it is counted again [2 times]
STDERR

# One report: the output does not depend on how many threads read it, nor on who reads its tables,
# gpuflame or SQLite.
one-file-threads() {
  check() { # FILE [OPTION...]
    local first='' now
    for how in '' GPUFLAME_READER=sqlite; do
      for jobs in 1 2 8; do
        now=$(env $how gpuflame collapse --jobs "$jobs" --summary "$@" 2>&1)
        [ -n "$first" ] || first=$now
        [ "$now" = "$first" ] || echo "$1: $how --jobs $jobs differs"
      done
    done
  }
  for report in "$FIXTURES"/*.sqlite; do
    case $report in
    # presets take most of a second for its names of 1 MB
    */long_names.sqlite) check "$report" --preset none ;;
    *) check "$report" ;;
    esac
  done
  echo "--- ranges that need SQLite after some were read without it"
  make_report() {
    cat >more.sql
    "${FIXTURES%/fixtures}/mkdb" "$1" "$TESTS/fixtures/steps.sql" more.sql
  }
  make_report number.sqlite <<'END'
INSERT INTO NVTX_EVENTS (start, end, eventType, globalTid, text)
  SELECT start + 1, end - 1, eventType, globalTid, 5.5 FROM NVTX_EVENTS;
END
  check number.sqlite
  make_report added.sqlite <<'END'
ALTER TABLE NVTX_EVENTS ADD COLUMN domainId INTEGER DEFAULT 3;
END
  check added.sqlite
  echo "--- damaged ranges"
  make_report damaged.sqlite <<'END'
WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < 2000)
INSERT INTO NVTX_EVENTS (start, end, eventType, globalTid, text)
  SELECT n, n + 1, 59, 1, 'many' FROM k;
END
  python3 - damaged.sqlite <<'END'
import sys
with open(sys.argv[1], "r+b") as file:
    data = bytearray(file.read())
    page = data.rindex(b"many") // 4096 * 4096
    data[page + 8:page + 10] = b"\xff\xff"
    file.seek(0)
    file.write(data)
END
  tell "" gpuflame collapse damaged.sqlite
  check damaged.sqlite
}
check one-file-threads 0 <<'STDOUT'
--- ranges that need SQLite after some were read without it
--- damaged ranges
status 1: gpuflame: cannot read 'damaged.sqlite': NVTX_EVENTS is damaged or cut off (database disk image is malformed); export or copy it again
STDOUT
