#!/usr/bin/env bash
# Real reports of other people's programs: the folded total of each is the sum over its
# tables, to the nanosecond. Needs ../shared.
set -u
B=$1
shared=../shared
if [ ! -d $shared/real ]; then
  echo "ok 1 - real reports # SKIP $shared is absent"
  exit 0
fi
number=0
failed=0
for report in "$shared"/real/*.sqlite; do
  number=$((number + 1))
  expected=$(python3 - "$report" <<'END'
import sqlite3, sys
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
print(sum(db.execute(f"SELECT coalesce(sum(end - start), 0) FROM {t}").fetchone()[0]
          for t in ("KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE")
          for t in ("CUPTI_ACTIVITY_KIND_" + t,) if t in tables))
END
  )
  folded=$("$B/gpuflame" collapse -q --no-filter-out-validation "$report" 2>&1)
  status=$?
  total=$(awk '{ sum += $NF } END { printf "%.0f\n", sum }' <<<"$folded")
  if [ "$expected" = 0 ] && [ $status -eq 1 ] && grep -q 'no GPU operations' <<<"$folded"; then
    echo "ok $number - $(basename "$report"): no operations, and says so"
  elif [ $status -eq 0 ] && [ "$expected" != 0 ] && [ "$total" = "$expected" ]; then
    echo "ok $number - $(basename "$report"): $total ns"
  else
    echo "not ok $number - $(basename "$report"): folded $total ns, tables $expected ns, status $status"
    failed=1
  fi
done
exit $failed
