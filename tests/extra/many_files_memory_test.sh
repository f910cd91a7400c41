#!/usr/bin/env bash
# 1,024 reports, captures or partial results take no more memory than a few of them do.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
mkdir "$work/sums" "$work/parts"
python3 - "$B" "$work" <<'END'
import os, sys
B, work = sys.argv[1:]
for rank in range(1024):
    os.symlink(B + "/fixtures/demo.sqlite", f"{work}/rank{rank}.sqlite")
    os.symlink("../sums.gpuflame", f"{work}/sums/rank{rank}.gpuflame")
    os.symlink("../part", f"{work}/parts/part.{rank}")
END

# peak OUTPUT ARGUMENT...: the most memory that the command took, in KB
peak() {
  local out=$1
  shift
  python3 - "$out" "$B/gpuflame" "$@" <<'END'
import resource, subprocess, sys
with open(sys.argv[1], "w") as out:
    subprocess.run(sys.argv[2:], stdout=out, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
}

# fold OUTPUT FILES OPTION...
fold() {
  local out=$1 files=$2
  shift 2
  # shellcheck disable=SC2086 # several files
  peak "$out" collapse -q "$@" $files
}

few=$(fold "$work/few" "$(echo "$work"/rank[0-7].sqlite)")
# options, and by how much more than for eight files: ranks that are kept apart are output
for options in "24000 --by rank" "0 --aggregate max --value idle" "0 --jobs 8"; do
  room=${options%% *}
  options=${options#* }
  # shellcheck disable=SC2086 # several options
  most=$(fold "$work/all" "$(echo "$work"/rank*.sqlite)" $options)
  [ "$most" -lt $((few + 12000 + room)) ]
  report $? "collapse $options: $most KB, of eight files $few KB"
done
awk '{ value = $NF; sub(/[0-9]+$/, ""); printf "%s%.0f\n", $0, value * 128 }' <"$work/few" | cmp - "$work/all"
report $? "and all add up"

# Captures of sums with equal stacks: each stack is kept once.
cat >"$work/sums.sql" <<'END'
INSERT INTO GPUFLAME_META VALUES ('pid', '1');
INSERT INTO GPUFLAME_STACK (id, parent, name, kind) VALUES (1, 0, 'step', 0);
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
INSERT INTO GPUFLAME_STACK (id, parent, name, kind)
SELECT 2 * i + 2, 1, 'layer ' || i, 0 FROM n UNION ALL SELECT 2 * i + 3, 2 * i + 2, 'gemm', 1 FROM n;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
INSERT INTO GPUFLAME_VALUE SELECT 2 * i + 3, 0, 100 + i, 9, 5, 50 FROM n;
END
"$B/mkdb" "$work/sums.gpuflame" "$tests/tools/capture_tables.sql" "$work/sums.sql"

"$B/gpuflame" stats -q --partial "$work/sums.gpuflame" -o "$work/part"
for command in "stats -q" "stats -q -r cuda_gpu_kern_sum" \
  "stats -q -r rank_range_sum" "stats -q --partial" "collapse -q --aggregate max" "collapse -q"; do
  # shellcheck disable=SC2086 # several words
  most=$(peak "$work/all" $command "$work/sums" 2>"$work/warnings")
  # shellcheck disable=SC2086
  few=$(peak "$work/few" $command "$work"/sums/rank[12].gpuflame 2>"$work/warnings")
  [ "$most" -lt $((few + 10000)) ]
  report $? "$command of 1,024 captures: $most KB, of two $few KB"
done
few=$(peak "$work/few" stats -q -r cuda_gpu_kern_sum -f json "$work"/parts/part.[12])
most=$(peak "$work/all" stats -q -r cuda_gpu_kern_sum -f json "$work"/parts/part.*)
[ "$most" -lt $((few + 10000)) ]
report $? "stats of 1,024 partial results: $most KB, of two $few KB"
exit "$failures"
