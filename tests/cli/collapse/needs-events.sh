# Options that need events are refused by files that have none; others may have nothing to do.
options-per-input() {
  cp "$FIXTURES/steps.sqlite" report.sqlite
  cp "$TESTS/fixtures/torch.json" trace.json
  echo "step;k 5" >text.folded
  gpuflame svg text.folded -o picture.svg
  sql sums.gpuflame <<'END'
CREATE TABLE GPUFLAME_META (name TEXT, value TEXT);
INSERT INTO GPUFLAME_META VALUES ('format', '1.0'), ('gpuflame', '0.1.0'), ('steps', '3'), ('ended', 'exit');
CREATE TABLE GPUFLAME_STACK (id INTEGER, parent INTEGER, name TEXT, kind INTEGER, domain TEXT, shortName TEXT);
INSERT INTO GPUFLAME_STACK VALUES (1, 0, 'step 1', 0, NULL, NULL), (2, 1, 'void k()', 1, NULL, 'k');
CREATE TABLE GPUFLAME_VALUE (stackId INTEGER, deviceId INTEGER, ns INTEGER, count INTEGER, min INTEGER, max INTEGER);
INSERT INTO GPUFLAME_VALUE VALUES (2, 0, 60, 3, 10, 30);
END
  try() {
    printf '%-32s' "$*"
    for file in report.sqlite trace.json sums.gpuflame text.folded picture.svg; do
      gpuflame collapse "$@" "$file" >out 2>err && result=does
      [ $? -ne 2 ] || { result=error && sed 's/^/    /' err >>errors; }
      printf ' %8s' $result
    done
    echo
  }
  printf '%-32s %8s %8s %8s %8s %8s\n' "" report trace capture text picture
  for option in "--value count" "--value exposed" --with-idle "--normalize steps" "--by rank" "--by step" "--by rank,step" \
    "--graph-capture-ranges on" "--graph-capture-ranges off" "--adopt none" \
    "--steps 0-9" "--skip-steps 1" "--step-range step" "--step-range . --by step" "--step-range . --normalize steps" \
    "--time 0s-1s" "--device 0" "--process 7" "--range ." --no-domain-prefix --kernels-only "--torch-frames operators"; do
    # shellcheck disable=SC2086 # several words
    try $option
  done
  echo "--- what is said, of which options"
  sort -u errors | awk -F'so | is not' '{ of[$1 "so ... is not" $3] = of[$1 "so ... is not" $3] "; " $2 }
    END { for (said in of) print said of[said] }' | sort
  tell "a capture of sums counts too" gpuflame collapse --value count --summary sums.gpuflame
  gpuflame collapse -q "$FIXTURES/stats_sums.sqlite" | grep unnamed
  echo "--- one that lost all it had says so"
  cp sums.gpuflame lost.gpuflame
  sql lost.gpuflame <<'END'
DELETE FROM GPUFLAME_VALUE;
CREATE TABLE GPUFLAME_LOSS (what TEXT PRIMARY KEY, count INTEGER NOT NULL, ns INTEGER);
INSERT INTO GPUFLAME_LOSS VALUES ('dropped', 12, NULL);
END
  tell "" gpuflame collapse lost.gpuflame
}
check options-per-input 1 <<'STDOUT' 3<<'STDERR'
                                   report    trace  capture     text  picture
--value count                        does     does     does    error    error
--value exposed                      does     does    error    error    error
--with-idle                          does     does    error    error    error
--normalize steps                    does     does     does    error    error
--by rank                            does     does     does     does     does
--by step                            does     does    error    error    error
--by rank,step                       does     does    error    error    error
--graph-capture-ranges on            does     does     does     does     does
--graph-capture-ranges off           does     does    error    error    error
--adopt none                         does     does    error    error    error
--steps 0-9                          does     does    error    error    error
--skip-steps 1                       does     does    error    error    error
--step-range step                    does     does     does     does     does
--step-range . --by step             does     does    error    error    error
--step-range . --normalize steps     does     does    error    error    error
--time 0s-1s                         does     does    error    error    error
--device 0                           does     does    error    error    error
--process 7                         error    error    error    error    error
--range .                            does     does    error    error    error
--no-domain-prefix                   does     does     does     does     does
--kernels-only                       does     does     does    error    error
--torch-frames operators             does     does     does     does     does
--- what is said, of which options
    gpuflame: 'picture.svg' holds stacks that are already folded, so ... is not possible; it applies to reports and traces; --adopt; --by (other than rank); --device; --graph-capture-ranges off; --process; --range; --skip-steps; --steps; --time; --value (other than count); --with-idle
    gpuflame: 'picture.svg' holds stacks that are already folded, so ... is not possible; it applies to reports, captures and traces; --kernels-only; --normalize; --value count
    gpuflame: 'sums.gpuflame' holds sums, not events, so ... is not possible; 'gpuflame record --mode trace' keeps events; --adopt; --by (other than rank); --device; --graph-capture-ranges off; --process; --range; --skip-steps; --step-range; --steps; --time; --value (other than count, bytes); --with-idle
    gpuflame: 'text.folded' holds stacks that are already folded, so ... is not possible; it applies to reports and traces; --adopt; --by (other than rank); --device; --graph-capture-ranges off; --process; --range; --skip-steps; --steps; --time; --value (other than count); --with-idle
    gpuflame: 'text.folded' holds stacks that are already folded, so ... is not possible; it applies to reports, captures and traces; --kernels-only; --normalize; --value count
--- a capture of sums counts too: step 1;void k() 3
step;[unnamed];[CUDA graph] 500
--- one that lost all it had says so
status 1: gpuflame: 'lost.gpuflame' holds no GPU operations (capture of gpuflame 0.1.0); the file says: Some events (12) were lost: dropped
STDOUT
sums.gpuflame: capture of gpuflame 0.1.0
  kernels                       3       60 ns
  ranges                        1
  filtered out                  0
  written 3 operations + filtered 0 operations = 3 operations in the tables
STDERR
