# What is said of the input besides errors: bad lines, two columns, attributes; --quiet, --verbose.
say() {
  echo "== $*"
  echo "== $*" >&2
  gpuflame svg --no-javascript "$@" >a.svg
  echo "status $?"
  grep -o '<title>[^<]*' a.svg
}
printf 'a;b 1\nnothing\na;c 2\na;d -3\na;e 99999999999999999999\n' >bad.folded
say bad.folded
say --skip-bad-lines bad.folded
say --skip-bad-lines --base a bad.folded
say --skip-bad-lines --quiet bad.folded
printf 'nothing\n' >none.folded
say --skip-bad-lines none.folded
printf 'a;b 1 2\na;c 5\na;d 4 4\n' >columns.folded
say --skip-bad-lines --differential columns.folded
printf 'a;b 1 2\na;c 3 4\n' >columns.folded
say columns.folded
say -q columns.folded
say --differential columns.folded
printf 'a;Layer 1 2\na;kernel 3\n' >layers.folded
say -v layers.folded
say --negate layers.folded
printf 'b\tg_extra=onclick="x()" data-x="1"\ta_extra=hreflang="de" ping="x"\thref=http://x.org/\twidth=5\n' >attrs
printf 'a;b 1\n' | say --nameattr attrs
grep -o '<g [^>]*data-x[^>]*>\|<a [^>]*>' a.svg
printf 'a;b 1\n' | say --nameattr attrs --quiet
