# A capture states how much it recorded: tables with other sums are reported, and are an error
# with --strict.
cp "$FIXTURES/stats_sums.sqlite" run.gpuflame
change() {
  python3 -c '
import sqlite3, sys
sqlite3.connect("run.gpuflame", isolation_level=None).executescript(sys.argv[1])' "$1"
}
change "DELETE FROM GPUFLAME_LOSS; INSERT INTO GPUFLAME_META SELECT 'operations', sum(count) FROM GPUFLAME_VALUE;
  INSERT INTO GPUFLAME_META SELECT 'operations_ns', sum(ns) FROM GPUFLAME_VALUE"
gpuflame collapse --strict run.gpuflame | wc -l
change "DELETE FROM GPUFLAME_VALUE WHERE stackId = (SELECT max(stackId) FROM GPUFLAME_VALUE)"
# shellcheck disable=SC2069 # only the messages
gpuflame collapse run.gpuflame 2>&1 >/dev/null
gpuflame collapse --strict run.gpuflame >/dev/null 2>&1
echo "status $?"
