"""Operators of a CPU's PyTorch launch kernels of the mock, as those of a GPU would."""
import mock_cuda
from torch.utils._python_dispatch import TorchDispatchMode


class Launch(TorchDispatchMode):
    def __torch_dispatch__(self, operator, types, args=(), kwargs=None):
        mock_cuda.launch(operator.__name__.replace(".", "_"))
        return operator(*args, **(kwargs or {}))


def start():
    mock_cuda.start()
    Launch().__enter__()
