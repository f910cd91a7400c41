"""What the tracer needs of torch.nn.modules.module, where there is no PyTorch."""


class Module:
    def named_modules(self, prefix=""):
        yield prefix, self
        for name, inner in vars(self).items():
            if isinstance(inner, Module):
                yield from inner.named_modules(prefix + "." * bool(prefix) + name)

    def _call_impl(self, *args):
        return self.forward(*args)

    __call__ = _call_impl
