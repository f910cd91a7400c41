# What bash offers, asked as bash asks.
# shellcheck source=/dev/null
. "$TESTS/../docs/completion/gpuflame.bash"
ask() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _gpuflame
  echo "$*: ${COMPREPLY[*]}"
}
touch report.sqlite svgs.folded
ask gpuflame col
ask gpuflame sv
ask gpuflame rep
ask gpuflame help sv
ask gpuflame collapse --kernels-o
ask gpuflame svg --no-j
ask gpuflame report.sqlite --no-j
ask gpuflame svg svgs
ask gpuflame ren
ask gpuflame help ren
