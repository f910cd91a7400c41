#!/usr/bin/env bash
# Reports against what nsys 2024.2 prints for the same databases, cell by cell, rows in any order; and stacks,
# folded without any rule, against what follows from its nvtx_kern_sum. The databases are made by a generator
# beside the project, with one oddity each.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
oracle=$shared/oracle
need "$oracle" "reports equal nsys's"
need python3 "reports equal nsys's"
dir=$B/oracle
mkdir -p "$dir"

raw=(--kernels-only --no-strip-layer-number --no-strip-train-iter-number
  --no-strip-graph-number --no-filter-out-validation --preset none --strip-numbers none
  --graph-capture-ranges off)

# rows FILE: the lines of a CSV in one order, blank ones left out
rows() { grep -v '^$' "$1" | LC_ALL=C sort; }

while IFS=$'\t' read -r name args; do
  db=$dir/$name.sqlite
  if [ ! -e "$db" ]; then
    # shellcheck disable=SC2086 # arguments in one word
    python3 "$shared/tools/make_synth.py" --layers 3 --seed 7 $args "$db.new" >/dev/null 2>&1 &&
      mv "$db.new" "$db"
  fi
  "$B/gpuflame" collapse -q "${raw[@]}" "$db" 2>&1 | diff - "$oracle/expected/$name.folded" >"$work/log"
  report $? "$name: folded stacks"
  for expected in "$oracle/expected/$name".*.csv; do
    kind=${expected%.csv}
    kind=${kind##*.}
    # nsys refuses copies and fills where the tables of their labels are missing
    [ "$name.$kind" != schema2020.cuda_gpu_mem_time_sum ] || continue
    [ "$name.$kind" != schema2020.cuda_gpu_mem_size_sum ] || continue
    input=$db
    if [ "$name.$kind" = graphgraph.nvtx_gpu_proj_sum ]; then
      # nsys does not count graphs that were traced as a whole; we do
      input=$dir/$name-less.sqlite
      cp "$db" "$input"
      sqlite3 "$input" 'DROP TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE' 2>/dev/null ||
        python3 -c 'import sqlite3, sys
c = sqlite3.connect(sys.argv[1]); c.execute("DROP TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE"); c.commit()' "$input"
    fi
    "$B/gpuflame" stats -q --report "$kind" --format csv "$input" >"$dir/ours.csv" 2>"$dir/err"
    rows "$expected" >"$dir/theirs"
    rows "$dir/ours.csv" >"$dir/ours"
    case $name.$kind in
    nulltext.nvtx_gpu_proj_sum | everything.nvtx_gpu_proj_sum)
      # nsys leaves out ranges without a name
      sed -i '/^,/d' "$dir/ours"
      ;;
    ties.nvtx_gpu_proj_sum | shuffled.nvtx_gpu_proj_sum)
      # of two ranges with the same times nsys makes each the other's parent
      for file in ours theirs; do
        cut -d, -f1-12 "$dir/$file" >"$dir/cut" && mv "$dir/cut" "$dir/$file"
      done
      ;;
    esac
    diff "$dir/theirs" "$dir/ours" >"$work/log"
    report $? "$name $kind"
  done
done <"$oracle/cases.tsv"
finish
