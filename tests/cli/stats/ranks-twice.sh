# Two files that claim one rank: they add up, whatever their order, on the device that computes
# longest in all; if they are of different jobs or nodes, the sentence on top says so.
capture() { # FILE RANK JOB NODE DEVICE:NS...
  local file=$1 device
  {
    echo "INSERT INTO GPUFLAME_META VALUES ('world_size', '2'), ('rank', '$2'), ('job', '$3'), ('node', '$4'),
      ('uuid.0', 'GPU-$3');"
    echo "INSERT INTO GPUFLAME_STACK (id, parent, name, kind) VALUES (1, 0, 'gemm', 1);"
    for device in "${@:5}"; do
      echo "INSERT INTO GPUFLAME_VALUE VALUES (1, ${device%:*}, ${device#*:}, 1, ${device#*:}, ${device#*:});"
    done
  } >capture.sql
  "${FIXTURES%/fixtures}/mkdb" "$file" "$TESTS/tools/capture_tables.sql" capture.sql
}
capture a.gpuflame 0 7 n1 1:500 0:400
capture b.gpuflame 0 7 n1 0:400
capture c.gpuflame 0 8 n2 2:700
capture d.gpuflame 1 7 n1 1:500
capture e.gpuflame 1 8 n1 3:500
both() { # FILE...: forwards, backwards, and by way of partial results
  local file back=() parts=()
  gpuflame stats -q -r rank_sum "$@" >whole
  for file; do
    gpuflame stats -q --partial "$file" -o "$file.part"
    back=("$file" "${back[@]}")
    parts=("$file.part" "${parts[@]}")
  done
  gpuflame stats -q -r rank_sum "${back[@]}" | cmp - whole
  gpuflame stats -q -r rank_sum "${parts[@]}" | cmp - whole
  gpuflame stats -q -r rank_sum -f csv "$@" | cut -d , -f 1-6,8,19
  grep '^rank' whole
}
echo "--- two processes of a rank"
both a.gpuflame b.gpuflame d.gpuflame
echo "--- two jobs"
both a.gpuflame c.gpuflame d.gpuflame e.gpuflame
echo "--- one rank alone"
both c.gpuflame b.gpuflame
