# Every command opens each file once, of whatever kind, and passes it on; SQLite opens databases by
# their path once more. The table has how often a file is opened and, behind a comma, how many streams
# are inflated: more than one where a compressed text is read again, or a picture holds one. '!': the
# command refuses it.
opens() {
  counter=${FIXTURES%/fixtures}/fault/count_opens.so
  [ -e "$counter" ] || { echo "SKIP nothing can be preloaded under a sanitizer or an emulator"; exit; }
  # count NAME COMMAND...: set `opened`, and `status`, of the command
  count() {
    local name=$1
    shift
    LD_PRELOAD=$counter COUNT_OPENS_OF=$name COUNT_OPENS_TO=$PWD/count timeout 30 gpuflame "$@" >out 2>err
    status=$?
    opened=$(sed 's/opened \([0-9]*\), inflated \([0-9]*\)/\1,\2/; s/,0$//' count)
  }
  mkfifo fifo

  # The commands, with FILE for what is read.
  commands=(
    'collapse -q FILE -o out.folded'
    'collapse -q --by rank FILE -o out.folded'
    'collapse -q --jobs 1 --aggregate mean FILE other -o out.folded'
    'merge FILE other -o out.folded'
    'svg FILE -o out.svg'
    '-q FILE -o out.svg'
    'stats -q FILE'
    'stats -q -f csv FILE'
    'stats -q --per-rank FILE other'
    'stats -q -r cuda_gpu_kern_sum,cuda_gpu_kern_sum:base -f csv FILE'
    'stats -q --partial FILE'
    'stats -q --keep-going FILE other'
    'findings -q FILE'
    'findings -q other FILE'
    'diff -q FILE other'
    'diff -q --fail-if finding:launch-bound>99% FILE other'
    'diff -q --history other --after FILE'
  )
  cp "$TESTS/fixtures/torch.json" torch.json
  cp "$FIXTURES/demo.sqlite" export.sqlite
  cp "$FIXTURES/stats_sums.sqlite" fold.gpuflame
  {
    cat "$TESTS/fixtures/demo.sql"
    echo "CREATE TABLE GPUFLAME_META(name TEXT PRIMARY KEY, value TEXT);"
    echo "INSERT INTO GPUFLAME_META VALUES ('format', '1.0'), ('mode', 'trace'), ('rank', '3');"
  } >trace.sql
  "${FIXTURES%/fixtures}/mkdb" trace.gpuflame trace.sql
  gpuflame collapse -q export.sqlite -o stacks.folded
  gpuflame export.sqlite -o picture.svg
  gpuflame stats -q --partial export.sqlite -o part
  gpuflame stats -q --partial -r all export.sqlite -o reports.part
  cp export.sqlite other
  for name in torch.json part stacks.folded; do
    gzip <"$name" >"$name.gz"
  done
  kinds=(export.sqlite trace.gpuflame fold.gpuflame torch.json torch.json.gz part part.gz reports.part
    stacks.folded stacks.folded.gz picture.svg)
  cells() { printf '%-66s' "$1" && shift && printf '%5s' "$@" && echo; }
  echo "${kinds[*]}"
  for command in "${commands[@]}"; do
    row=()
    for name in "${kinds[@]}"; do
      # shellcheck disable=SC2086
      count "$name" ${command/FILE/$name}
      of_file=$status
      [ "$status" = 0 ] || opened+='!'
      row+=("$opened")
      # a pipe that has a name ends as the file does, and is opened once
      cat "$name" >fifo 2>/dev/null &
      # shellcheck disable=SC2086
      count fifo ${command/FILE/fifo}
      [ "${opened%,*} $status" = "1 $of_file" ] ||
        echo "$command: $name through a pipe: opened $opened, status $status, of the file $of_file"
      kill $! 2>/dev/null
      wait
    done
    cells "$command" "${row[@]}"
  done
}
check opens 0 <<'STDOUT'
export.sqlite trace.gpuflame fold.gpuflame torch.json torch.json.gz part part.gz reports.part stacks.folded stacks.folded.gz picture.svg
collapse -q FILE -o out.folded                                        2    2    2    1  1,1   1! 1,1!   1!    1  1,1  1,1
collapse -q --by rank FILE -o out.folded                              2    2    2    1  1,1   1! 1,1!   1!    1  1,1  1,1
collapse -q --jobs 1 --aggregate mean FILE other -o out.folded        2    2    2    1  1,1   1! 1,1!   1!    1  1,1  1,1
merge FILE other -o out.folded                                        2    2    2    1  1,1   1! 1,1!   1!    1  1,1  1,1
svg FILE -o out.svg                                                  1!   1!   1!   1! 1,1!   1! 1,1!   1!    1  1,1   1!
-q FILE -o out.svg                                                    2    2    2    1  1,1   1! 1,1!   1!    1  1,1  1,1
stats -q FILE                                                         2    2    2    1  1,1    1  1,2    1   1! 1,1!   1!
stats -q -f csv FILE                                                 1!   1!   1!   1! 1,1!    1  1,2    1   1! 1,1!   1!
stats -q --per-rank FILE other                                        2    2    2    1  1,1    1  1,2    1   1! 1,1!   1!
stats -q -r cuda_gpu_kern_sum,cuda_gpu_kern_sum:base -f csv FILE      2    2    2    1  1,2   1! 1,2!   1!   1! 1,1!   1!
stats -q --partial FILE                                               2    2    2    1  1,2    1  1,3    1   1! 1,1!   1!
stats -q --keep-going FILE other                                      2    2    2    1  1,1    1  1,2    1    1  1,1    1
findings -q FILE                                                      2    2   2!    1  1,1    1  1,2   1!   1! 1,1!   1!
findings -q other FILE                                                2    2   2!    1  1,1    1  1,2   1!   1! 1,1!   1!
diff -q FILE other                                                    2    2    2    1  1,1   1! 1,1!   1!    1  1,1  1,1
diff -q --fail-if finding:launch-bound>99% FILE other                 2    2   2!    1  1,2   1! 1,1!   1!   1! 1,2! 1,1!
diff -q --history other --after FILE                                  2    2    2    1  1,1   1! 1,1!   1!    1  1,1  1,1
STDOUT
