# No option is ignored in silence, on no kind of input. "does": it may have an effect;
# "nothing": a warning that it has none; "error".
cp "$FIXTURES/steps.sqlite" report.sqlite
cp "$TESTS/fixtures/torch.json" trace.json
echo "step;k 5" >text.folded
gpuflame svg text.folded -o picture.svg
python3 - <<'END'
import sqlite3
db = sqlite3.connect("sums.gpuflame")
db.executescript("""
CREATE TABLE GPUFLAME_META (name TEXT, value TEXT);
INSERT INTO GPUFLAME_META VALUES ('format', '1.0'), ('gpuflame', '0.1.0'), ('steps', '3'), ('ended', 'exit');
CREATE TABLE GPUFLAME_STACK (id INTEGER, parent INTEGER, name TEXT, kind INTEGER, domain TEXT, shortName TEXT);
INSERT INTO GPUFLAME_STACK VALUES (1, 0, 'step 1', 0, NULL, NULL), (2, 1, 'void k()', 1, NULL, 'k');
CREATE TABLE GPUFLAME_VALUE (stackId INTEGER, deviceId INTEGER, ns INTEGER, count INTEGER, min INTEGER, max INTEGER);
INSERT INTO GPUFLAME_VALUE VALUES (2, 0, 60, 3, 10, 30);
""")
END
try() {
  printf '%-34s' "$*"
  for file in report.sqlite trace.json sums.gpuflame text.folded picture.svg; do
    gpuflame collapse "$@" "$file" >out 2>err
    status=$?
    if [ $status -eq 2 ]; then
      result=error && sed 's/^/    /' err >>errors
    elif grep -q "has no effect here" err; then
      result=nothing && sed 's/^/    /' err >>warnings
    else
      result=does
    fi
    printf ' %8s' $result
  done
  echo
}
printf '%-34s %8s %8s %8s %8s %8s\n' "" report trace capture text picture
for option in "--value gpu-time" "--value count" "--value exposed" --with-idle "--normalize steps" "--by rank" "--by step" "--by rank,step" \
  "--graph-capture-ranges on" "--graph-capture-ranges off" --adopt "--start-end-ranges same-thread" \
  "--start-end-ranges all" "--steps 0-9" "--skip-steps 1" "--step-range step" "--step-range . --by step" \
  "--time 0s-1s" "--device 0" "--process 7" "--range ." --short-names --no-domain-prefix --kernels-only \
  "--torch-frames operators" "--rank-pattern %r*" "--value cpu-time --kernels-only" "--value cpu-time --adopt"; do
  # shellcheck disable=SC2086 # several words
  try $option
done
echo "--- what is said"
sort -u errors
sort -u warnings | grep -v "note: \|the report says"
echo "--- what does something on one of the files is not told"
gpuflame collapse --torch-frames operators trace.json text.folded >/dev/null
gpuflame collapse --jobs 2 --short-names trace.json report.sqlite text.folded >/dev/null
echo "--- quiet" && gpuflame collapse -q --short-names text.folded
echo "--- other commands"
gpuflame diff --short-names --torch-frames operators text.folded text.folded | head -n 1
gpuflame --torch-frames operators text.folded -o again.svg && ls again.svg
echo "--- a capture of sums counts too"
gpuflame collapse --value count --summary sums.gpuflame
echo "--- one that lost all it had says so"
cp sums.gpuflame lost.gpuflame
python3 - <<'END'
import sqlite3
db = sqlite3.connect("lost.gpuflame")
db.executescript("""
DELETE FROM GPUFLAME_VALUE;
CREATE TABLE GPUFLAME_LOSS (what TEXT PRIMARY KEY, count INTEGER NOT NULL, ns INTEGER);
INSERT INTO GPUFLAME_LOSS VALUES ('dropped', 12, NULL);
""")
END
gpuflame collapse lost.gpuflame
echo "status $?"
