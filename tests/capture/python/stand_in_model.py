"""Modules: one model, a part of it that is called alone first, one that goes and leaves its place."""
import gc

import mock_cuda
from mock_cuda import launch
from torch.nn.modules.module import Module


class Linear(Module):
    def forward(self):
        launch("gemm")


class Raises(Module):
    def forward(self):
        launch("raises")
        raise ValueError


class Block(Module):
    def __init__(self):
        self.linear, self.raises = Linear(), Raises()

    def forward(self):
        launch("block")
        self.linear()
        try:
            self.raises()
        except ValueError:
            launch("caught")


class Model(Module):
    def __init__(self):
        self.module = Block()
        self.tail = self.module.linear  # shared: it has its first name

    def forward(self):
        launch("model")
        self.module()
        self.tail()


mock_cuda.start()
model = Model()
model.module.linear()
model()
for _ in range(3):
    temporary = Linear()
    temporary()
    del temporary
    gc.collect()
    other = Raises()
    try:
        other()
    except ValueError:
        pass
    del other
    gc.collect()
launch("end")
