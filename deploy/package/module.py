"""Flame graphs of GPU time, by the command gpuflame of this package (or of PATH).

>>> import gpuflame
>>> gpuflame.flame("trace.json.gz")             # in a notebook, shows itself
>>> gpuflame.stats("run/", "cuda_gpu_kern_sum") # rows, as dicts
>>> subprocess.Popen(command, env={**os.environ, **gpuflame.env("run/")})

Options are those of the command, as keywords: by="rank", rank=3, adopt="none", quiet=True.
What the command cannot do is a gpuflame.Error with its message."""
import html
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from typing import Any, Dict, List, Optional, Sequence, Union

Path = Union[str, "os.PathLike[str]"]
Files = Union[Path, Sequence[Path]]


class Error(RuntimeError):
    """What gpuflame said when it failed."""


def command() -> str:
    """The path of the command: the one beside this Python, else that of PATH."""
    own = os.path.join(sysconfig.get_path("scripts"), "gpuflame")
    found = own if os.path.exists(own) else shutil.which("gpuflame")
    if found is None:
        raise Error("no command gpuflame beside this Python or in PATH")
    return found


def run(*words: str) -> str:
    """The output of `gpuflame WORDS`; its notes go to stderr."""
    done = subprocess.run([command(), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace", check=False)
    if done.returncode != 0:
        raise Error(done.stderr.strip())
    sys.stderr.write(done.stderr)
    return done.stdout


def _words(files: Files, options: Dict[str, Any]) -> List[str]:
    words = []
    for name, value in options.items():
        name = "--" + name.rstrip("_").replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not False and one is not None:
                words.append(name if one is True else f"{name}={one}")
    several = [files] if isinstance(files, (str, os.PathLike)) else files
    return [*words, "--", *map(os.fspath, several)]


class Flame:
    """A picture: `svg` is its text. Notebooks show it; save() writes it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: Path) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.svg)}" sandbox="allow-scripts" '
                'style="width:100%;height:640px;border:0"></iframe>')


def flame(files: Files, **options: Any) -> Flame:
    """The flame graph of nsys exports, PyTorch traces, captures or folders of them."""
    return Flame(run("render", *_words(files, options)))


def stats(files: Files, report: str, **options: Any) -> List[Dict[str, Any]]:
    """The rows of a report of `gpuflame stats --list`, or of an .sql file."""
    text = run("stats", "--format=json", "--report=" + report, *_words(files, options))
    return [row for one in json.loads(text)["reports"] for row in one["rows"]]


def env(output: Optional[Path] = None, **options: Any) -> Dict[str, str]:
    """The environment variables with which a process is recorded."""
    if output is not None:
        options["output"] = os.fspath(output)
    # export NAME='VALUE' lines
    exports = shlex.split(run("env", *_words([], options)))
    return dict(word.split("=", 1) for word in exports if word != "export")
