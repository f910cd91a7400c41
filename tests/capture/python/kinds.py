"""Calls everything in traced.py, in all the ways in which names reach a caller."""
import asyncio
import importlib
import threading

import mock_cuda
from mock_cuda import launch

import traced
from traced import plain as imported


class Local:
    def method(self):
        launch("local_method")


def work():
    launch("work")
    Local().method()


def generators():
    open_one = traced.generator()
    next(open_one)
    launch("between")
    open_one.send("sent")
    open_one.throw(KeyError)
    open_one.close()
    for _ in traced.delegating():
        launch("in_loop")


async def interleaved():
    first, second = asyncio.Event(), asyncio.Event()
    await asyncio.gather(
        traced.coroutine("a", (first, second)), traced.coroutine("b", (second, first)),
        release(first))
    async for _ in traced.async_generator():
        launch("in_async_loop")


async def release(event):
    launch("release")
    event.set()


def threads():
    ready = threading.Barrier(2)

    def both():
        ready.wait()
        traced.recursive(1)

    pair = [threading.Thread(target=both) for _ in range(2)]
    for thread in pair:
        thread.start()
    for thread in pair:
        thread.join()


def import_twice():
    """A module that two threads import at once, and a package."""
    pair = [threading.Thread(target=importlib.import_module, args=["package.slow"]) for _ in range(2)]
    for thread in pair:
        thread.start()
    for thread in pair:
        thread.join()
    importlib.import_module("package.slow").function()
    importlib.import_module("package").of_package()


def all_kinds():
    traced.plain()
    imported()
    traced.decorated()
    traced.bare()
    traced.unlisted()
    traced.cached()
    traced.cached()
    derived = traced.Derived()
    derived.forward()
    traced.Base.static()
    traced.Base.of_class()
    derived.value
    derived.value = 1
    derived.once
    derived.once
    traced.Other().inner()
    try:
        traced.passes_on()
    except ValueError:
        launch("after_exception")
    traced.recursive(2)
    generators()
    asyncio.run(interleaved())
    threads()
    traced.calls_c()
    import_twice()
    work()
    before, traced.replaced = traced.replaced, traced.replacement
    traced.replaced()
    traced.replaced = before
    traced.replaced()
    importlib.reload(traced)
    traced.plain()
    launch("after_all")


mock_cuda.start()
all_kinds()
