# Values other than times have a unit: automatically when drawn directly, by --unit through a pipe.
# What has no effect on the input is reported.
cp "$FIXTURES/demo.sqlite" .
titles() { grep -o '<title>[^<]*' | sed -n 1,2p; }
gpuflame demo.sqlite --value bytes | titles
gpuflame collapse demo.sqlite --value count | gpuflame svg --unit operations | titles
gpuflame collapse demo.sqlite | gpuflame svg --unit ns | titles
gpuflame demo.sqlite --value count --torch-frames modules | titles | tail -n 1
gpuflame svg --unit '' </dev/null
