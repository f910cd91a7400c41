# One report: the output does not depend on how many threads read it, nor on who reads its tables,
# gpuflame or SQLite.
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
gpuflame collapse damaged.sqlite || echo "status $?"
check damaged.sqlite
echo "--- an unknown reader"
GPUFLAME_READER=SQLite gpuflame collapse "$FIXTURES/steps.sqlite" || echo "status $?"
