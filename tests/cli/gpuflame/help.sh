# Help and version, on stdout if requested.
gpuflame --help
gpuflame -h | cmp - <(gpuflame --help)
gpuflame help | cmp - <(gpuflame --help)
gpuflame help help | cmp - <(gpuflame --help)
gpuflame help --help | cmp - <(gpuflame --help)
gpuflame --version | sed 's/[0-9]/N/g'
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
