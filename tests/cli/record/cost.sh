# How many records there are a second, and how many buffers in flight: where it may matter.
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=10 FAKE_NS=5000 FAKE=$fake/fake_cuda
for rate in 9999 10000 1234567; do
  for graphs in node graph; do
    echo "-- $rate, $graphs"
    FAKE_RATE=$rate FAKE_BUFFERS=$((rate / 10000)) gpuflame record -f --cuda-graph-trace $graphs -o out "$FAKE" init 2>&1
  done
done
echo "-- of several processes, the most"
# shellcheck disable=SC2016
gpuflame record -f -o 'out-%r' sh -c 'RANK=0 FAKE_RATE=20000 $FAKE init; RANK=1 FAKE_RATE=30000 $FAKE init' 2>&1
