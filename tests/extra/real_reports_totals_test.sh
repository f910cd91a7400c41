#!/usr/bin/env bash
# Real reports of other people's programs: the folded total of each is the sum over its
# tables, to the nanosecond. Needs ../shared.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
need "$shared/real" "real reports"
for report in "$shared"/real/*.sqlite; do
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
  if [ "$expected" = 0 ]; then
    [ $status -eq 1 ] && grep -q 'no GPU operations' <<<"$folded"
    report $? "$(basename "$report"): no operations, and says so"
  else
    same "$(basename "$report"), status $status" "$expected" "$total"
  fi
done
finish
