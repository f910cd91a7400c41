# A signal ends gpuflame while nsys exports a report: nsys ends too, and its file is removed.
mkdir bin
cat >bin/nsys <<'END'
#!/bin/sh
while [ $# -gt 1 ]; do
  [ "$1" = --output ] && out=$2
  shift
done
[ -e "$1" ] && echo "report: $1"
trap '' TERM # nsys may be slow to end
echo half >"$out" && echo half >"$out-journal" && echo $$ >pid.new && mv pid.new pid
while :; do sleep 0.05; done
END
chmod +x bin/nsys
printf 'binary\0report' >-run.nsys-rep
for signal in TERM HUP INT KILL; do
  rm -f pid
  env --default-signal gpuflame collapse --nsys=bin/nsys -- -run.nsys-rep &
  us=$!
  while [ ! -e pid ]; do sleep 0.01; done
  kill -$signal $us
  wait $us 2>/dev/null
  echo "$signal: status $?"
  for ((i = 0; i < 500; i++)); do
    [ -n "$(ls "$TMPDIR")" ] || break
    sleep 0.02
  done
  ls "$TMPDIR"
  ps -o stat= -p "$(cat pid)" | grep -qv Z && echo "nsys goes on"
done
