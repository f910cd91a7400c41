"""Backward passes of all kinds, whose gradients must be the same with hooks: a number for each."""
import threading

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

import mock_torch


class Two(nn.Module):
    """A tuple in, a tuple out, an operation in place."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.ReLU(inplace=True)

    def forward(self, pair, *, scale):
        x, y = pair
        return self.second(self.first(x)) * scale, y


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.two, self.same, self.last = Two(), nn.Identity(), nn.Linear(4, 1)

    def forward(self, x):
        a, b = self.two((x, x), scale=x.mean())
        return self.last(self.same(a) + b)


def gradients(model):
    return sum(float(p.grad.double().pow(2).sum()) for p in model.parameters() if p.grad is not None)


def main():
    torch.manual_seed(1)
    model, x = Model(), torch.randn(3, 4, requires_grad=True)
    mock_torch.start()
    print("plain", model(x).sum().backward() or gradients(model))
    loss = model(x).sum()
    loss.backward(retain_graph=True)
    loss.backward()
    print("twice", gradients(model))
    for reentrant in (False, True):
        checkpoint(model, x, use_reentrant=reentrant).sum().backward()
        print("checkpoint", reentrant, gradients(model))
    slope, = torch.autograd.grad(model(x).sum(), x, create_graph=True)
    slope.pow(2).sum().backward()
    print("of a gradient", gradients(model))
    with torch.no_grad():
        model(x)
    try:
        model(x).backward()
    except RuntimeError as error:
        print("an error", str(error)[:40])
    x.register_hook(lambda gradient: 1 / 0)
    try:
        model(x).sum().backward()
    except ZeroDivisionError as error:
        print("an error of a hook", error)
    loss = Model()(torch.randn(3, 4)).sum()
    thread = threading.Thread(target=loss.backward)
    thread.start()
    thread.join()
    print("at last", model(torch.randn(3, 4)).sum().backward() or gradients(model))
    mock_torch.mock_cuda.launch("end")


main()
