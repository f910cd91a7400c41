# `gpuflame REPORT` draws what collapse and svg draw through a pipe.
cp "$FIXTURES/demo.sqlite" .
gpuflame demo.sqlite -o at-once.svg
gpuflame collapse demo.sqlite | gpuflame svg >piped.svg
titles() { grep -o '<title>[^<]*</title>' "$1"; }
cmp <(titles at-once.svg) <(titles piped.svg) && titles at-once.svg | wc -l
titles at-once.svg | grep -E '>(all|Train step|attention) \('
gpuflame demo.sqlite --title 'GPT <1>' --only attention | grep -c 'GPT &lt;1&gt;'
