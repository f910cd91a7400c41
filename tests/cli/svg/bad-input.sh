# Bad input and bad options: one line each, no half-written file.
bad-input() {
  try() {
    tell "$*" gpuflame svg "$@" >told
    grep '^---\|^status\|^gpuflame: ' told
    tail -c 7 told | grep '</svg>'
  }
  printf 'a;b 1\n' >ok
  : >empty; printf '# only\n\n' >comments; printf 'a;b 0\n' >zero; printf 'a;b 1\nnothing\n' >word
  printf 'a;b -3\n' >negative
  printf 'SQLite format 3\0\20\0\1\1\n' >database
  for file in empty comments zero word negative database . nowhere; do try $file; done
  gzip -k ok; gpuflame svg ok >ok.svg; try ok.gz; try ok.svg; rm ok.svg ok.gz
  printf 'PERFILE2h\0' >perf.data; printf '{"traceEvents": []}' >trace.json; printf '\377\376a\0 \0001\0' >wide
  for file in perf.data trace.json wide; do try $file; done; rm perf.data trace.json wide
  try -o half word; ls half* 2>&1
  try <empty
  try --order change ok
  for option in --width=5 --width=-5 --height=1 --fontsize=0 --minwidth=x --minwidth=-1 --minwidth=100001 \
    --factor=0 --factor=-2 --total=-1 --total=0.4 --order=size --titel=x --hash=1; do try "$option" ok; done
  echo "== a full disk, a closed pipe"
  gpuflame svg ok >/dev/full; echo "status $?"
}
check bad-input 0 <<'STDOUT' 3<<'STDERR'
--- empty: status 1: gpuflame: empty: no stack has a value: there is nothing to draw
--- comments: status 1: gpuflame: comments: no stack has a value: there is nothing to draw
--- zero: status 1: gpuflame: zero: no stack has a value: there is nothing to draw
--- word: status 1: gpuflame: word:2: expected 'frame;frame value'
--- negative: status 1: gpuflame: negative:1: bad value '-3': expected digits, as in 12 or 12.5, that fit in 64 bits
--- database: status 1: gpuflame: 'database' is an SQLite database, not folded text: 'gpuflame collapse' reads it, and 'gpuflame FILE -o flame.svg' draws it
--- .: status 1: gpuflame: cannot read '.': Is a directory
--- nowhere: status 1: gpuflame: cannot open 'nowhere': No such file or directory
--- ok.gz
</svg>
--- ok.svg: status 1: gpuflame: 'ok.svg' is a picture, not folded text: 'gpuflame collapse' reads it, and 'gpuflame FILE -o flame.svg' draws it
--- perf.data: status 1: gpuflame: cannot read 'perf.data': it is a recording of perf: 'perf script -i FILE | stackcollapse-perf.pl' folds it
--- trace.json: status 1: gpuflame: 'trace.json' is JSON, as traces of the PyTorch profiler are, not folded text: 'gpuflame collapse' reads it, and 'gpuflame FILE -o flame.svg' draws it
--- wide: status 1: gpuflame: cannot read 'wide': it is UTF-16: convert it first (iconv -f UTF-16 -t UTF-8)
--- -o half word: status 1: gpuflame: word:2: expected 'frame;frame value'
ls: cannot access 'half*': No such file or directory
status 1: gpuflame: <stdin>: no stack has a value: there is nothing to draw
--- --order change ok: status 2: gpuflame: option '--order change' needs a comparison
--- --width=5 ok: status 2: gpuflame: option '--width' takes 100 to 100000
--- --width=-5 ok: status 2: gpuflame: option '--width' takes a whole number, not '-5'
--- --height=1 ok: status 2: gpuflame: option '--height' takes 2 to 1000
--- --fontsize=0 ok: status 2: gpuflame: option '--fontsize' takes 1 to 1000
--- --minwidth=x ok: status 2: gpuflame: option '--minwidth': takes pixels or a percentage, not 'x'
--- --minwidth=-1 ok: status 2: gpuflame: option '--minwidth': takes pixels or a percentage, not '-1'
--- --minwidth=100001 ok: status 2: gpuflame: option '--minwidth' takes 0 to 100000
--- --factor=0 ok: status 2: gpuflame: option '--factor' takes 1e-9 to 1e12
--- --factor=-2 ok: status 2: gpuflame: option '--factor' takes 1e-9 to 1e12
--- --total=-1 ok: status 2: gpuflame: option '--total' takes 0 or more
--- --total=0.4 ok: status 2: gpuflame: option '--total': 0.4 is less than the sum of values, 1
--- --order=size ok: status 2: gpuflame: option '--order' takes name, width, time, change or auto, not 'size'
--- --titel=x ok: status 2: gpuflame: unknown option '--titel'; did you mean '--title'?
--- --hash=1 ok: status 2: gpuflame: option '--hash' takes no argument
== a full disk, a closed pipe
status 1
STDOUT
gpuflame: stdout: cannot write: No space left on device
STDERR

# What is said of the input besides errors: bad lines; --quiet, --verbose.
notes() {
  say() { tell "$*" gpuflame svg --no-javascript "$@" -o a.svg && grep -o '<title>[^<]*' a.svg; }
  printf 'a;b 1\nnothing\na;c 2\na;d -3\na;e 99999999999999999999\n' >bad.folded
  say bad.folded
  printf 'a;Layer 1 2\na;kernel 3\n' >layers.folded
  say -v layers.folded
}
check notes 0 <<'STDOUT' 3<<'STDERR'
--- bad.folded: status 1: gpuflame: bad.folded:2: expected 'frame;frame value'
--- -v layers.folded
<title>all (5 ns, 100%)
<title>a (5 ns, 100.00%)
<title>Layer 1 (2 ns, 40.00%)
<title>kernel (3 ns, 60.00%)
STDOUT
gpuflame: stacks and their parts: 3; names: 3
STDERR

# Untrusted names: the output is well-formed XML, and nothing in it runs.
hostile-names() {
  check() {
    python3 - "$1" <<'X'
import re, sys, xml.etree.ElementTree as tree
text = open(sys.argv[1], encoding="utf-8").read()
root = tree.fromstring(text.encode())
ns = "{http://www.w3.org/2000/svg}"
assert len(list(root.iter(ns + "script"))) == 1, "scripts"
assert not [e for e in root.iter() for a in e.attrib if a.startswith("on")], "event attributes"
assert not [e for e in root.iter() if "href" in " ".join(e.attrib)], "links"
frames = next(group for group in root.iter(ns + "g") if group.get("id") == "frames")
for frame in frames:
    if frame.tag == ns + "g":
        title = frame.find(ns + "title").text
        print(title if len(title) < 99 else "%s..%s [%d]" % (title[:30], title[-50:], len(title)))
for rest in frames.findall(ns + "path"):
    print(rest.find(ns + "title").text)
X
  }
  echo "== markup"
  printf '</script><script>alert(1)</script>;]]>;"'"'"'&<>;javascript:alert(1);--><!--;<![CDATA[;<title>x</title> 5\n' | gpuflame svg >a.svg && check a.svg
  echo "== control characters, invalid UTF-8, what deceives the eye"
  printf 'a\0b\x1b[31m\x7f;\xff\xfe;\xed\xa0\x80;\xef\xbf\xbf;\xe2\x80\xaegnp.exe;zero\xe2\x80\x8bwidth;\xf0\x9f\x9a\x82;\xe2\x80\xa8 5\n' | gpuflame svg >a.svg && check a.svg
  echo "== joiners stay between letters that need them"
  printf '\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9;a\xe2\x80\x8db;\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xae;\xd9\x85\xe2\x80\x8d 5\n' | gpuflame svg >a.svg && check a.svg
  echo "== the same as title and texts"
  printf 'a 1\n' | gpuflame svg --title $'</title>]]>\x1b\xff' --subtitle '<script>' --notes '"><script>' --countname '</metadata>]]>' >a.svg && check a.svg
  echo "== a name of a megabyte"
  python3 -c "print('a;' + 'x<' * 500000 + ';b 5')" | gpuflame svg >a.svg && check a.svg
  echo "== a hundred thousand siblings"
  python3 -c "
for i in range(100000): print('root;child%06d 1' % i)" | gpuflame svg >a.svg && check a.svg
  echo "== a million deep"
  python3 -c "print(';'.join(['f'] * 1000000) + ' 5')" | gpuflame svg >a.svg && check a.svg | sort | uniq -c
  for options in --reverse '--order width' --no-javascript; do
    # shellcheck disable=SC2086
    python3 -c "print(';'.join('f%d' % i for i in range(200000)) + ' 5')" | gpuflame svg $options >a.svg && xmllint --huge --noout a.svg
  done
}
check hostile-names 0 <<'STDOUT'
== markup
all (5 ns, 100%)
</script><script>alert(1)</script> (5 ns, 100.00%)
]]> (5 ns, 100.00%)
"'&<> (5 ns, 100.00%)
javascript:alert(1) (5 ns, 100.00%)
--><!-- (5 ns, 100.00%)
<![CDATA[ (5 ns, 100.00%)
<title>x</title> (5 ns, 100.00%)
== control characters, invalid UTF-8, what deceives the eye
all (5 ns, 100%)
a b [31m (5 ns, 100.00%)
�� (5 ns, 100.00%)
��� (5 ns, 100.00%)
[unnamed] (5 ns, 100.00%)
<U+202E>gnp.exe (5 ns, 100.00%)
zero<U+200B>width (5 ns, 100.00%)
🚂 (5 ns, 100.00%)
<U+2028> (5 ns, 100.00%)
== joiners stay between letters that need them
all (5 ns, 100%)
👨<U+200D>👩 (5 ns, 100.00%)
a<U+200D>b (5 ns, 100.00%)
می<U+200C>خ (5 ns, 100.00%)
م<U+200D> (5 ns, 100.00%)
== the same as title and texts
all (1 </metadata>]]>, 100%)
a (1 </metadata>]]>, 100.00%)
== a name of a megabyte
all (5 ns, 100%)
a (5 ns, 100.00%)
x<x<x<x<x<x<x<x<x<x<x<x<x<x<x<..<x<x<x<x<x<.. [1000000 characters] (5 ns, 100.00%) [4135]
b (5 ns, 100.00%)
== a hundred thousand siblings
all (100 us, 100%)
root (100 us, 100.00%)
100,000 more (100 us, 100.00%)
== a million deep
      1 999,001 deeper levels (5 ns, 100.00%)
      1 all (5 ns, 100%)
    999 f (5 ns, 100.00%)
STDOUT
