"""A function of the program that is defined after CUDA has started."""
import mock_cuda

mock_cuda.start()


def late():
    mock_cuda.launch("inside")


late()
