# Values other than times have a unit: automatically when drawn directly, by --unit through a pipe.
cp "$FIXTURES/demo.sqlite" .
titles() { grep -o '<title>[^<]*' | sed -n 1,2p; }
gpuflame demo.sqlite --value bytes | titles
gpuflame collapse demo.sqlite --value count | gpuflame svg --unit operations | titles
gpuflame collapse demo.sqlite | gpuflame svg --unit ns | titles
gpuflame svg --unit '' </dev/null
