# How the file is written: spread out, without script, in another encoding, with attributes.
printf 'Zug;\303\234ber \342\202\254;\360\237\232\202 5\nlink;k 3\n' >a.folded
echo "== --pretty-xml"
gpuflame svg --no-javascript --pretty-xml a.folded >a.svg && xmllint --noout a.svg
sed -n '/id="frames"/,/^<\/g>$/p' a.svg
echo "== --encoding"
for encoding in US-ASCII ISO-8859-1 utf-8 EUC-JP; do
  gpuflame svg --encoding $encoding --title $'\342\202\254' a.folded >a.svg && xmllint --noout a.svg
  head -n 1 a.svg
  LC_ALL=C grep -c '[^[:print:][:space:]]' a.svg
  xmllint --xpath 'string(//*[@class="gf-title"])' a.svg
  xmllint --xpath 'string((//*[local-name()="title"])[4])' a.svg
done
echo "== --no-javascript"
gpuflame svg --no-javascript a.folded | grep -cE '<script|<metadata'
gpuflame svg a.folded | grep -oE '<script>|<metadata[^>]*>'
echo "== --nameattr"
printf '# links\nlink\thref=https://example.org/?a=1&b="2"\ttarget=_blank\ttitle=<The> link\tclass=my own\tid=l1\tg_extra=data-x="1&2" style="opacity:.5"\ta_extra=rel="noopener"\nk\tclass=kk\n' >attrs
gpuflame svg --nameattr attrs a.folded >a.svg && xmllint --noout a.svg
grep -E 'my own|kk' a.svg | grep '^<g'
python3 "$TESTS/tools/svg_payload.py" a.svg | grep -oE '"links".*"nodes"'
echo "== an attribute that is given twice: the last one"
printf 'k\tg_extra=lang="a" data-x="1" lang="b"\nlink\tclass=one\nk\tg_extra=data-x="2"\tclass=two\tclass=kk\n' >attrs
gpuflame svg --nameattr attrs a.folded >a.svg && xmllint --noout a.svg
grep 'kk' a.svg | grep -o '^<g[^>]*>'
for bad in 'k\thref=javascript:alert(1)' 'k\thref=  JaVaScRiPt:x' 'k\thref=data:text/html,x' 'k\tg_extra=onclick="x"' \
  'k\tg_extra=style="background:url(x)"' 'k\ta_extra=href="x"' 'k\tonload=x' 'k\tg_extra=x' 'k' 'k\tclass=my gf-data' 'k\tid=gf-h1'; do
  printf '%b\n' "$bad" >attrs
  gpuflame svg --no-javascript --nameattr attrs a.folded >a.svg
  ! grep -oE "onclick=|onload=|url\(x\)|href=\"x\"" a.svg
done
gpuflame svg --nameattr nowhere a.folded
echo "== -o"
gpuflame svg a.folded -o out.svg && xmllint --noout out.svg
gpuflame svg a.folded | cmp - out.svg
