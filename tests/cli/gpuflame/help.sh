# Help and version, on stdout if requested.
help-of-all() {
  gpuflame --help
  gpuflame -h | cmp - <(gpuflame --help)
  gpuflame help | cmp - <(gpuflame --help)
  gpuflame help help | cmp - <(gpuflame --help)
  gpuflame help --help | cmp - <(gpuflame --help)
  gpuflame --version | sed -E '1s/ \([0-9a-f]+\)$//; s/[0-9]+/N/g; s/: (yes|no)/: Y/g'
  echo '--- each command says the same both ways'
  for command in $(gpuflame --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p') render; do
    [ "$command" != help ] || continue
    gpuflame help "$command" >by-help || echo "help $command: $?"
    [ "$command" = render ] || gpuflame "$command" --help >by-option || echo "$command --help: $?"
    [ "$command" = render ] || cmp by-help by-option
    grep -q '^usage: gpuflame' by-help || echo "$command: no usage"
    grep -q -- '-h, --help' by-help || echo "$command: no --help"
    awk 'length > 79 { print "too wide: " $0 }' by-help
  done
  echo '--- nothing at all'
  gpuflame >out 2>err
  echo "status $?, $(wc -c <out) bytes on stdout"
  cmp err <(gpuflame --help)
}
check help-of-all 0 <<'STDOUT'
gpuflame: flame graphs of GPU time by NVTX range
usage: gpuflame [options] FILE... -o flame.svg    collapse and render at once
       gpuflame COMMAND [options] [FILE...]
Commands:
  record     run a program and record its GPU time
  start      record running processes from now on
  stop       stop recording running processes
  snapshot   write what running processes have recorded up to now
  env        print the variables with which a program records itself
  check      try whether recording works on this machine
  collapse   fold reports, captures and traces into stacks
  svg        draw folded stacks as a flame graph
  findings   list what costs the most time, and what to try
  stats      print reports of where the time goes
  diff       show what changed between runs
  help       show the usage of a command: gpuflame help COMMAND
`gpuflame COMMAND --help` lists a command's options, `gpuflame help render`
those of the first form. See also `man gpuflame`.
gpuflame N.N.N
recorder: Y, demangler: Y, zstd: Y, SQLite N.N.N, zlib N.N.N
--- each command says the same both ways
--- nothing at all
status 2, 0 bytes on stdout
STDOUT

# Unknown commands, options, reports and values: the nearest that exists is named; status 2.
nearest-names() {
  try() { tell "$*" gpuflame "$@"; }
  try colapse x.sqlite
  try svgg
  try profile -o x ./train
  try export report.nsys-rep
  try stat
  try convert a
  try -q stats a.sqlite
  try a.folded flame.svg
  [ "$(gpuflame -V)" = "$(gpuflame --version)" ] && echo "-V is --version"
  try stats -r diff a.sqlite
  printf 'a\0b' >a.qdstrm
  try a.qdstrm -o x.svg
  try help nosuch
  try frobnicate
  try ./colapse
  try --orders time x
  try collapse --kernels_onyl x
  try svg --width wide
  try svg --title
  try svg -Z
  try --frobnicate
  try svg --deterministic=yes
  echo 'a 1' >svgg
  try svgg -o svgg.svg
  [ -s svgg.svg ] && echo 'a file of that name is a file'
}
check nearest-names 0 <<'STDOUT'
--- colapse x.sqlite: status 2: gpuflame: no command or file 'colapse'; did you mean 'gpuflame collapse'?
--- svgg: status 2: gpuflame: no command or file 'svgg'; did you mean 'gpuflame svg'?
--- profile -o x ./train: status 2: gpuflame: no command or file 'profile'; did you mean 'gpuflame record'?
--- export report.nsys-rep: status 2: gpuflame: no command or file 'export'; did you mean 'gpuflame collapse'?
--- stat: status 2: gpuflame: no command or file 'stat'; did you mean 'gpuflame stats'?
--- convert a: status 2: gpuflame: no command or file 'convert'; did you mean 'gpuflame collapse'?
--- -q stats a.sqlite: status 2: gpuflame: options of a command come after it: gpuflame stats -q
--- a.folded flame.svg: status 2: gpuflame: there is no file 'flame.svg'; to write it: -o flame.svg
-V is --version
--- stats -r diff a.sqlite: status 2: gpuflame: option '-r': no report 'diff': 'gpuflame diff BEFORE AFTER' compares runs
--- a.qdstrm -o x.svg: status 1: gpuflame: cannot export 'a.qdstrm': it was not imported; QdstrmImporter, a part of Nsight Systems, makes a .nsys-rep of it: QdstrmImporter -i FILE
--- help nosuch: status 2: gpuflame: unknown command 'nosuch'; see gpuflame --help
--- frobnicate: status 1: gpuflame: cannot open 'frobnicate': No such file or directory
--- ./colapse: status 1: gpuflame: cannot open './colapse': No such file or directory
--- --orders time x: status 2: gpuflame: unknown option '--orders'; did you mean '--order'?
--- collapse --kernels_onyl x: status 2: gpuflame: unknown option '--kernels_onyl'; did you mean '--kernels-only'?
--- svg --width wide: status 2: gpuflame: option '--width' takes a whole number, not 'wide'
--- svg --title: status 2: gpuflame: option '--title' needs an argument: TEXT
--- svg -Z: status 2: gpuflame: unknown option '-Z'; see --help
--- --frobnicate: status 2: gpuflame: unknown option '--frobnicate'; see --help
--- svg --deterministic=yes: status 2: gpuflame: option '--deterministic' takes no argument
--- svgg -o svgg.svg
a file of that name is a file
STDOUT

# -h has a line for each option, in as many columns as --help.
short-help() {
  gpuflame collapse -h | grep -A 1 -e '--strip-numbers' -e '--rename'
  [ "$(gpuflame collapse -h | wc -L)" -lt 80 ] && gpuflame svg -h | grep -c '^ .*--'
  gpuflame svg --help | grep -c '^ .*--'
}
check short-help 0 <<'STDOUT'
      --strip-numbers MODE    merge siblings that differ only in digits...
      --preset LIST           rules for names that frameworks give: auto,...
--
      --rename REGEX=REPLACEMENT
                              rewrite each match in a frame
25 [2 times]
STDOUT

# The converter of make RECORD=no: everything except the recorder.
converter() {
  converter=${FIXTURES%/fixtures}/converter/gpuflame
  $converter --help | sed -n '/^[Cc]ommands:/,/^$/p'
  for words in "record -- true" "help record"; do
    echo "--- $words"
    # shellcheck disable=SC2086 # words
    tell "" $converter $words
  done
  echo "--- and the same stacks"
  $converter collapse -q "$FIXTURES/demo.sqlite" | cmp - <(gpuflame collapse -q "$FIXTURES/demo.sqlite") && echo same
}
check converter 0 <<'STDOUT'
Commands:
  collapse   fold reports, captures and traces into stacks
  svg        draw folded stacks as a flame graph
  findings   list what costs the most time, and what to try
  stats      print reports of where the time goes
  diff       show what changed between runs
  help       show the usage of a command: gpuflame help COMMAND
--- record -- true
status 2: gpuflame: this build has no recorder: 'record' needs a build without RECORD=no
--- help record
status 2: gpuflame: this build has no recorder: 'record' needs a build without RECORD=no
--- and the same stacks
same
STDOUT
