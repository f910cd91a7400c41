# Untrusted names: the output is well-formed XML, and nothing in it runs.
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
printf 'a 1\n' | gpuflame svg --title $'</title>]]>\x1b\xff' --subtitle '<script>' --notes '"><script>' --nametype '&&' --countname '</metadata>]]>' >a.svg && check a.svg
echo "== a name of a megabyte"
python3 -c "print('a;' + 'x<' * 500000 + ';b 5')" | gpuflame svg >a.svg && check a.svg
echo "== a hundred thousand siblings"
python3 -c "
for i in range(100000): print('root;child%06d 1' % i)" | gpuflame svg >a.svg && check a.svg
echo "== a million deep"
python3 -c "print(';'.join(['f'] * 1000000) + ' 5')" | gpuflame svg >a.svg && check a.svg | sort | uniq -c
for options in --reverse --flamechart '--order width' --no-javascript; do
  # shellcheck disable=SC2086
  python3 -c "print(';'.join('f%d' % i for i in range(200000)) + ' 5')" | gpuflame svg $options >a.svg && xmllint --huge --noout a.svg
done
