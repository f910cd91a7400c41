# The variables in each format, quoted for who reads them, and what is refused.
# shellcheck disable=SC2016
formats() {
  GPUFLAME_LIBRARY=${FIXTURES%/fixtures}/fake/libfake.so
  export GPUFLAME_LIBRARY
  here() { sed "s|$PWD|HERE|g; s|$GPUFLAME_LIBRARY|LIBRARY|g"; }
  echo "-- shell"
  gpuflame env -o 'run%q{X}' -f --steps 3 --step-range "it's \$HOME #" | here
  echo "-- what record itself sets"
  set_by() { grep -E '^(GPUFLAME_|CUDA_I|NVTX_I)' | grep -vE '^GPUFLAME_(STATUS|LIBRARY|SYNC)=' | sort; }
  options=(-o run7/ --mode trace --skip 1 --steps 2 -y 1 --no-strip-numbers --start-later --command 'a|b c')
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
  refuse() { tell "" gpuflame env "$@"; }
  refuse --format helm
  refuse --format docker -o run7/
  refuse --format pyxis -o '/x/%z'
  refuse --command '('
  refuse -c nvtx -p $'two\nlines'
  refuse -p $'a\e[31m'
  refuse --wait all
  refuse --strict
  refuse --summary all
  refuse --library ''
  refuse ./train
  GPUFLAME_LIBRARY=nonesuch.so refuse
}
check formats 1 <<'STDOUT'
-- shell
export CUDA_INJECTION64_PATH=LIBRARY
export NVTX_INJECTION64_PATH=LIBRARY
export GPUFLAME_OUTPUT='HERE/run%q{X}.gpuflame'
export GPUFLAME_FORCE=1
export GPUFLAME_STEPS=3
export GPUFLAME_STEP_RANGE='it'\''s $HOME #'
-- what record itself sets
10
-- docker
CUDA_INJECTION64_PATH=/opt/gpuflame/libgpuflame.so
NVTX_INJECTION64_PATH=/opt/gpuflame/libgpuflame.so
GPUFLAME_OUTPUT=/gpuflame/
GPUFLAME_COMMAND=torchrun|"py\w+" .*$(train)
-- kubernetes
- name: CUDA_INJECTION64_PATH
  value: "/opt/gpuflame/libgpuflame.so"
- name: NVTX_INJECTION64_PATH
  value: "/opt/gpuflame/libgpuflame.so"
- name: GPUFLAME_OUTPUT
  value: "/gpuflame/%q{POD_NAME}-rank%r-%p.gpuflame"
- name: GPUFLAME_COMMAND
  value: "torchrun|\"py\\w+\" .*$$(train)"
- name: POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
- name: NODE_NAME
  valueFrom:
    fieldRef:
      fieldPath: spec.nodeName
-- pyxis
export CUDA_INJECTION64_PATH=/opt/gpuflame/libgpuflame.so
export NVTX_INJECTION64_PATH=/opt/gpuflame/libgpuflame.so
export GPUFLAME_OUTPUT=/gpuflame/
export GPUFLAME_COMMAND='torchrun|"py\w+" .*$(train)'
-- apptainer
export APPTAINERENV_CUDA_INJECTION64_PATH=/opt/gpuflame/libgpuflame.so
export APPTAINERENV_NVTX_INJECTION64_PATH=/opt/gpuflame/libgpuflame.so
export APPTAINERENV_GPUFLAME_OUTPUT=/gpuflame/
export APPTAINERENV_GPUFLAME_COMMAND='torchrun|"py\w+" .*$(train)'
-- paths of one's own
CUDA_INJECTION64_PATH=/lib/x.so
NVTX_INJECTION64_PATH=/lib/x.so
GPUFLAME_OUTPUT=/fsx/%q{JOB}/
-- refused
status 2: gpuflame: option '--format' takes shell, docker, kubernetes, pyxis or apptainer, not 'helm'
status 2: gpuflame: 'run7/' is a path in the container: expected one that begins with '/'
status 2: gpuflame: output path '/x/%z.gpuflame': unknown '%z'; expected %e, %h, %p, %n, %r, %t, %q{VARIABLE} or %%
status 2: gpuflame: --command='(': Unmatched ( or \(
status 2: gpuflame: 'GPUFLAME_NVTX_CAPTURE=two?lines': a value with control characters cannot be printed
status 2: gpuflame: 'GPUFLAME_NVTX_CAPTURE=a?[31m': a value with control characters cannot be printed
status 2: gpuflame: unknown option '--wait'; see --help
status 2: gpuflame: unknown option '--strict'; see --help
status 2: gpuflame: unknown option '--summary'; see --help
status 2: gpuflame: option '--library' has an empty argument
status 2: gpuflame: unexpected './train': gpuflame env runs no command
status 1: gpuflame: cannot read 'nonesuch.so' (GPUFLAME_LIBRARY): No such file or directory
STDOUT

# With what `gpuflame env` prints, a program is recorded as by record; with --command only the
# processes that it names.
real-shell() {
  on_mock
  export GPUFLAME_CONTROL=$PWD/control
  printf 'cuinit\npush step\nlaunch 5 k\npop\n' >one
  cp one two
  eval "$(gpuflame env -o 'run7/')"
  "$MOCK/driver" one
  gpuflame collapse run7
  eval "$(gpuflame env -o 'run8/' --command 'driver[^ ]* (two|three)$')"
  "$MOCK/driver" one
  "$MOCK/driver" two
  sqlite() { python3 -c 'import sqlite3, sys
print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())' "$@"; }
  for file in run8/*; do sqlite "$file" "SELECT value FROM GPUFLAME_META WHERE name = 'command'"; done |
    sed 's|.*/||; s/[^ ]* /driver /'
  echo "-- record, too"
  unset "${!CUDA_@}" "${!NVTX_@}" GPUFLAME_OUTPUT GPUFLAME_COMMAND
  gpuflame record -o only --command 'two' sh -c "$MOCK/driver one; $MOCK/driver two" 2>&1 | sed -n 1p
  gpuflame record -o none --command 'three' "$MOCK/driver" one 2>&1 | sed "s|'/.*/driver'|DRIVER|"
}
check real-shell 0 <<'STDOUT'
step;k 5
driver two
-- record, too
gpuflame: recorded 1 operation, 5 ns of GPU time, 1 range; lost: none
gpuflame: nothing was recorded: no process of DRIVER that --command selects used CUDA (or sudo, ssh, a container or the like dropped the environment)
STDOUT
