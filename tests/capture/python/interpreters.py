"""Another interpreter in the process: it runs, and is not traced."""
import mock_cuda
import traced

try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

mock_cuda.start()
other = interpreters.create()
interpreters.run_string(other, "def plain(): return 3\nassert plain() == 3\nimport json\n")
interpreters.destroy(other)
traced.plain()
