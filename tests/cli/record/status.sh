# The exit status is the command's; 126, 127 and 128 + a signal as a shell has them.
# shellcheck disable=SC2016,SC2012
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=12345 FAKE_NS=1234567890 FAKE_RANGES=77
run() {
  gpuflame record -f -o one "$@" 2>&1 | sed 's/process [0-9][0-9]*/process PID/'
  echo "status ${PIPESTATUS[0]}"
}
run "$fake/fake_cuda" init
run "$fake/fake_cuda" init exit=3
run -- "$fake/fake_cuda" init exit=255
FAKE_DIES=1 run "$fake/fake_cuda" init die=9
run sh -c 'kill -INT $$'
run no-such-command
run ./no/such/command
run .
printf '#!/no/such/interpreter\n' >script && chmod +x script && run ./script
printf 'exit 7\n' >bare && chmod +x bare && run ./bare
PATH=$PATH:. run -e PATH=. bare
# the caller can see that it was interrupted, as a calling shell must
python3 -c 'import subprocess, sys
print(subprocess.call(["gpuflame", "record", "-f", "-o", "one", "sh", "-c", "kill -INT $$"]))
print(subprocess.call(["gpuflame", "record", "-f", "-o", "one", "sh", "-c", "kill -TERM $$"]))'
# nothing of ours is left behind
ls "$TMPDIR"
