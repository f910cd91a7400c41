# What options become, and what is refused before the command runs.
unset GPUFLAME_SYNC # of tests/run.sh
# shellcheck disable=SC2016,SC2012
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so
show() {
  echo "-- $*"
  gpuflame record "$@" sh -c 'env | grep ^GPUFLAME_ | grep -v "_STATUS=\|_LIBRARY=\|_OUTPUT=\|_SYNC=" | sort' \
    2>/dev/null
}
show
show --steps 10 --step-range 'batch #' --skip 3
show --steps=10 --skip=0 --mode trace -t nvtx,cuda --flush-interval 500
show -t cuda,nvtx,osrt,cudnn -s none --sample=none --cpuctxsw=none -b none -w true
show -c cudaProfilerApi --capture-range-end repeat:3
show -p 'Train@*'
show -c nvtx -p 'Train' --capture-range-end=none
show -y 1.5 -d 20 --nvtx-domain-include=NCCL,default --cuda-graph-trace=graph
show --nvtx-domain-exclude=NCCL --no-strip-numbers --max-nodes 1000 -f
show --cuda-flush-interval 200
show --mode trace --cuda-memory-usage true
GPUFLAME_STEPS=4 show --skip 2
echo "-- an environment of its own"
HIDDEN=1 gpuflame record -n false -e A=1,2,B=x=y -e CUDA_VISIBLE_DEVICES=0,1 env 2>/dev/null |
  grep -v '^GPUFLAME\|INJECTION64_PATH=.*/libfake.so$'
HIDDEN=1 gpuflame record -n true env 2>/dev/null | grep '^HIDDEN'
echo "-- refused"
refuse() {
  gpuflame record "$@" sh -c 'echo not reached'
  echo "status $?" >&2
}
refuse --steps 0
refuse --steps ten
refuse --steps=
refuse --skip 2
refuse --step-range 'x #'
GPUFLAME_STEP_RANGE='x #' refuse
refuse --mode fast
refuse -t osrt
refuse -t cuda,nonsense
refuse -t nvtx
refuse -t cuda --steps 2
refuse -c always
refuse -c nvtx
refuse -c cudaProfilerApi -p range
refuse -c cudaProfilerApi --steps 3
refuse --capture-range-end stop
refuse -c nvtx -p x --capture-range-end repeat:0
refuse -y -1
refuse -d soon
refuse --flush-interval 1
refuse --cuda-graph-trace all
refuse --cuda-memory-usage 1
refuse --nvtx-domain-include a --nvtx-domain-exclude b
refuse -e A
refuse -e 1A=2
refuse -e A=1 -e =2
refuse --wait some
refuse --kill sigterm
refuse --steps 3 --kill sigfoo
refuse --steps 3 --kill 65
refuse --inherit-environment=maybe
refuse --step 3
gpuflame record
echo "status $?" >&2
gpuflame record -o x --
echo "status $?" >&2
