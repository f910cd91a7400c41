# The bundled trace as it is folded by default.
gpuflame collapse "$FIXTURES/demo.sqlite"
