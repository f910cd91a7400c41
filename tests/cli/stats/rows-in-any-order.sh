#!/usr/bin/env bash
# What is read does not depend on the order of a table's rows: reports and stacks of fixtures are
# those of the same fixtures with the rows of each table reversed. Reports of single rows are left
# out: ranges are numbered by their rows, which also order those of equal times.
set -u
sums=cuda_api_sum,cuda_gpu_kern_gb_sum,cuda_gpu_kern_sum,cuda_gpu_mem_size_sum,cuda_gpu_mem_time_sum
sums=$sums,cuda_gpu_sum,cuda_kern_exec_sum,gpu_gaps,nvtx_gpu_proj_sum,nvtx_kern_sum
sums=$sums,nvtx_pushpop_sum,nvtx_startend_sum,nvtx_sum,rank_sum,step_phase_sum
python3 - "$FIXTURES" <<'END'
import shutil, sqlite3, sys
for name in ["stats_small", "ranks", "graph_capture", "stats_steps", "adopt"]:
    path = f"{sys.argv[1]}/{name}.sqlite"
    shutil.copy(path, f"{name}.as-is.sqlite")
    if name == "graph_capture":
        # a copied node is reported as created, too
        db = sqlite3.connect(f"{name}.as-is.sqlite")
        db.execute("INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES (1005, 1006, 1677721700, 21, NULL)")
        db.commit()
        db.close()
    shutil.copy(f"{name}.as-is.sqlite", f"{name}.reversed.sqlite")
    db = sqlite3.connect(f"{name}.reversed.sqlite")
    for table, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        rows = db.execute(f'SELECT * FROM "{table}" ORDER BY rowid DESC').fetchall()
        db.execute(f'DELETE FROM "{table}"')
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            db.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)
    db.commit()
    db.close()
END
for report in *.as-is.sqlite; do
  name=${report%.as-is.sqlite}
  for order in as-is reversed; do
    {
      gpuflame stats -q -f csv -r "$sums" "$name.$order.sqlite"
      gpuflame stats -q "$name.$order.sqlite"
      # without the longest phase, of which there may be two
      gpuflame stats -q -f csv -r step_sum "$name.$order.sqlite" | cut -d, -f-8
      gpuflame collapse -q "$name.$order.sqlite"
      gpuflame collapse -q --adopt --by step,phase "$name.$order.sqlite"
      gpuflame collapse -q --value exposed --with-idle --by rank "$name.$order.sqlite"
    } 2>&1 | sed "s/$name\.$order/$name/g" >"$name.$order"
  done
  diff "$name.as-is" "$name.reversed" >differences && echo "$name: the same" && continue
  echo "$name: differs"
  head -20 differences
done
