# The variables in each format, quoted for who reads them, and what is refused.
# shellcheck disable=SC2016
GPUFLAME_LIBRARY=${FIXTURES%/fixtures}/fake/libfake.so
export GPUFLAME_LIBRARY
here() { sed "s|$PWD|HERE|g; s|$GPUFLAME_LIBRARY|LIBRARY|g"; }
echo "-- shell"
gpuflame env -o 'run%q{X}' -f --steps 3 --step-range "it's \$HOME #" | here
echo "-- what record itself sets"
set_by() { grep -E '^(GPUFLAME_|CUDA_I|NVTX_I)' | grep -vE '^GPUFLAME_(STATUS|LIBRARY|SYNC)=' | sort; }
options=(-o run7/ --mode trace -t nvtx --skip 1 --steps 2 -y 1 --no-strip-numbers --start-later --command 'a|b c')
(eval "$(gpuflame env "${options[@]}")" && env | set_by) >env.txt
gpuflame record "${options[@]}" env 2>/dev/null | set_by >record.txt
diff env.txt record.txt && wc -l <env.txt
for format in docker kubernetes pyxis apptainer; do
  echo "-- $format"
  gpuflame env --format $format --command 'torchrun|"py\w+" .*$(train)'
done
echo "-- paths of one's own"
gpuflame env --format docker --library /lib/x.so -o '/fsx/%q{JOB}/'
echo "-- refused"
refuse() {
  gpuflame env "$@"
  echo "status $?" >&2
}
refuse --format helm
refuse --format docker -o run7/
refuse --format pyxis -o '/x/%z'
refuse --command '('
refuse -t cuda --steps 2
refuse -c hotkey
refuse -c nvtx -p $'two\nlines'
refuse -p $'a\e[31m'
refuse --wait all
refuse --strict
refuse --summary all
refuse --library ''
refuse ./train
GPUFLAME_LIBRARY=nonesuch.so refuse
