# The command's streams are its own, closed ones too; our line goes to stderr alone.
# shellcheck disable=SC2016,SC2012
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1
echo typed | gpuflame record -o a sh -c 'cat; echo err >&2; "$0" init' "$fake/fake_cuda"
echo "status $?"
# with stderr closed nothing of the summary may get into a file that took its place
gpuflame record -o b "$fake/fake_cuda" init 2>&-
echo "status $?"
wc -c <b.gpuflame
gpuflame record -o c sh -c 'for fd in 0 1 2; do
  [ -e /proc/$$/fd/$fd ] || echo "$fd is closed" >>closed; done; "$0" init' "$fake/fake_cuda" \
  <&- >&- 2>&-
echo "status $?"
cat closed
# nobody reads our stderr, which does not disturb the command
{ gpuflame record -o d "$fake/fake_cuda" init; echo "status $?" >&3; } 3>&1 2>&1 >/dev/null | :
# SIGPIPE is as it was
gpuflame record -o e sh -c 'grep SigIgn /proc/self/status' 2>/dev/null |
  { read -r _ mask && echo "SIGPIPE ignored: $((0x$mask >> 12 & 1))"; }
