"""Functions of every kind, each of which launches kernels that are named after it."""
import asyncio
import functools

from mock_cuda import launch


def with_wraps(function):
    @functools.wraps(function)
    def around(*args):
        return function(*args)

    return around


def without_wraps(function):
    def around(*args):
        return function(*args)

    return around


def plain():
    launch("plain")


@with_wraps
def decorated():
    launch("decorated")


@without_wraps
def bare():
    launch("bare")


@without_wraps
def unlisted():
    launch("unlisted")


@functools.lru_cache(None)
def cached():
    launch("cached")


class Base:
    def forward(self):
        launch("base_forward")
        self.inner()

    def inner(self):
        launch("inner")

    @staticmethod
    def static():
        launch("static")

    @classmethod
    def of_class(cls):
        launch("of_class")

    @property
    def value(self):
        launch("value")

    @value.setter
    def value(self, value):
        launch("value_set")

    @functools.cached_property
    def once(self):
        launch("once")


class Derived(Base):
    def forward(self):
        launch("derived_forward")
        super().forward()


class Other(Base):
    pass


def raises():
    launch("raises")
    raise ValueError


def passes_on():
    raises()


def recursive(depth):
    launch("recursive")
    if depth:
        recursive(depth - 1)


def generator():
    launch("generator_1")
    got = yield 1
    launch("generator_%s" % got)
    try:
        yield 2
    except KeyError:
        launch("generator_caught")
    yield 3


def delegating():
    yield from generator()


async def coroutine(name, events):
    launch(name + "_1")
    await events[0].wait()
    launch(name + "_2")
    events[1].set()


async def async_generator():
    launch("async_generator_1")
    yield 1
    await asyncio.sleep(0)
    launch("async_generator_2")
    yield 2


def calls_c():
    launch("calls_c")
    functools.reduce(lambda *_: launch("in_c"), (1, 2))


def replaced():
    launch("replaced")


def replacement():
    launch("replacement")
