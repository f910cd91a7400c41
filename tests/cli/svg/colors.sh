# Options for colours, fonts and names that are gone say so.
colors() {
  printf 'a;b 4\n' >a.folded
  gpuflame svg --no-javascript a.folded >plain
  gpuflame svg --no-javascript --colors hot --color=java --colordiffusion --hash --random --cp --deterministic --truncate-text-right --negate -c hot --flamechart --base x --pretty-xml \
    --bgcolors blue --search-color '#00ff00' --stroke-color=#112233 --uicolor '#445566' --fonttype Verdana \
    --fontwidth 1 --nametype x --nameattr nowhere --encoding EUC-JP a.folded | cmp - plain
}
check colors 0 3<<'STDERR'
gpuflame: note: option '--colors' has no effect any more: colours are by kind of range and kernel
gpuflame: note: option '--color' has no effect any more: colours are by kind of range and kernel
gpuflame: note: option '--colordiffusion' has no effect any more: colours are by kind of range and kernel
gpuflame: note: option '--hash' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--random' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--cp' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--deterministic' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--truncate-text-right' has no effect any more: long names are cut at their end
gpuflame: note: option '--negate' has no effect any more: what grew is red
gpuflame: note: option '--colors' has no effect any more: colours are by kind of range and kernel
gpuflame: note: option '--flamechart' has no effect any more: siblings are in the order of time where that is known
gpuflame: note: option '--base' has no effect any more: --root REGEX makes a frame the first of its stacks
gpuflame: note: option '--pretty-xml' has no effect any more: xmllint --format spreads the file out
gpuflame: note: option '--bgcolors' has no effect any more: these colours are the theme's, light and dark
gpuflame: note: option '--search-color' has no effect any more: these colours are the theme's, light and dark
gpuflame: note: option '--stroke-color' has no effect any more: these colours are the theme's, light and dark
gpuflame: note: option '--uicolor' has no effect any more: these colours are the theme's, light and dark
gpuflame: note: option '--fonttype' has no effect any more: labels have the font of the viewer's system
gpuflame: note: option '--fontwidth' has no effect any more: labels have the font of the viewer's system
gpuflame: note: option '--nametype' has no effect any more: the line of details begins with the name
gpuflame: note: option '--nameattr' has no effect any more: frames have no links or attributes of their own
gpuflame: note: option '--encoding' has no effect any more: the file is in UTF-8
STDERR

# --highlight is for the script.
highlight() {
  printf 'a;b 1\n' >a.folded
  for command in "svg a.folded" "render a.folded" "diff -f svg a.folded a.folded"; do
    gpuflame $command --highlight '<"a"' 2>/dev/null | grep -o 'data-highlight="[^"]*"'
  done
}
check highlight 0 <<'STDOUT'
data-highlight="&lt;&quot;a&quot;" [3 times]
STDOUT
