"""An object that breaks whoever looks at it: the tracer gives up, the program goes on."""
import mock_cuda


class Odd:
    def __getattr__(self, name):
        raise RuntimeError("no " + name)


odd = Odd()


def function():
    mock_cuda.launch("function")


if __name__ == "__main__":
    import broken

    mock_cuda.start()
    broken.function()
    mock_cuda.launch("after")
