# Without a report: one screen; as wide as it may be; with block characters or without.
cp "$FIXTURES"/{stats_small,demo}.sqlite .
gpuflame stats stats_small.sqlite
COLUMNS=60 LC_ALL=C gpuflame stats stats_small.sqlite demo.sqlite >screen
awk 'length > 60 { print "too long: " $0 }' screen
cat screen
gpuflame stats --per-rank stats_small.sqlite demo.sqlite | grep -c "Top kernels"
