# The bundled trace, folded by the default rules.
gpuflame collapse "$FIXTURES/demo.sqlite"
