"""Flame graphs of GPU time, by the command gpuflame of this package (or of PATH).

>>> gpuflame.flame("trace.json.gz")             # in a notebook, shows itself
>>> gpuflame.stats("run/", "cuda_gpu_kern_sum") # rows, as dicts
>>> subprocess.Popen(command, env={**os.environ, **gpuflame.env("run/")})

Options are those of the command, as keywords: by="rank", rank=3, adopt="none", quiet=True."""
import html
import json
import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any, Dict, List, Sequence, Union

Files = Union[str, Path, Sequence[Union[str, Path]]]


class Error(RuntimeError):
    """What gpuflame said when it failed."""


def run(command: str, files: Files, **options: Any) -> str:
    """The output of `gpuflame COMMAND --OPTION=VALUE... FILES`; its notes go to stderr."""
    own = os.path.join(sysconfig.get_path("scripts"), "gpuflame")
    words = [own if os.path.exists(own) else "gpuflame", command]
    for name, value in options.items():
        name = "--" + name.rstrip("_").replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not False and one is not None:
                words.append(name if one is True else f"{name}={one}")
    several = [files] if isinstance(files, (str, Path)) else files
    done = subprocess.run([*words, "--", *map(str, several)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", errors="replace", check=False)
    if done.returncode != 0:
        raise Error(done.stderr.strip())
    sys.stderr.write(done.stderr)
    return done.stdout


class Flame:
    """A picture: `svg` is its text. Notebooks show it; save() writes it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: Union[str, Path]) -> None:
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.svg)}" sandbox="allow-scripts" '
                'style="width:100%;height:640px;border:0"></iframe>')


def flame(files: Files, **options: Any) -> Flame:
    """The flame graph of nsys exports, PyTorch traces, captures or folders of them."""
    return Flame(run("render", files, **options))


def stats(files: Files, report: str, **options: Any) -> List[Dict[str, Any]]:
    """The rows of a report of `gpuflame stats --list`, or of an .sql file."""
    text = run("stats", files, format="json", report=report, **options)
    return [row for one in json.loads(text)["reports"] for row in one["rows"]]


def env(output: Union[str, Path], **options: Any) -> Dict[str, str]:
    """The environment variables with which processes write captures to `output`."""
    exports = shlex.split(run("env", [], output=output, **options))  # export NAME='VALUE'
    return dict(word.split("=", 1) for word in exports if word != "export")
