#!/usr/bin/env python3
"""The wheel of a static tarball: wheel.py TARBALL FOLDER. It holds the same files, the module
gpuflame, and no compiled code of Python, so one wheel serves all versions of Python 3."""
import base64
import hashlib
import os
import re
import sys
import tarfile
import zipfile

MACHINES = {"x86-64": "x86_64", "aarch64": "aarch64"}
HERE = os.path.dirname(os.path.abspath(__file__))

METADATA = """Metadata-Version: 2.1
Name: gpuflame
Version: {version}
Summary: Flame graphs of GPU time by NVTX range
License: Apache-2.0
Requires-Python: >=3.7
"""
WHEEL = """Wheel-Version: 1.0
Generator: gpuflame
Root-Is-Purelib: false
Tag: py3-none-manylinux_2_17_{machine}
Tag: py3-none-musllinux_1_1_{machine}
"""


def files_of(tarball, version):
    """(path in the wheel, mode, bytes) of each file."""
    data = f"gpuflame-{version}.data"
    with tarfile.open(tarball) as tar:
        for member in tar:
            if not member.isfile():
                continue
            path = member.name.split("/", 1)[1]
            content = tar.extractfile(member).read()
            if path == "bin/gpuflame":
                yield f"{data}/scripts/gpuflame", 0o755, content
            elif path.startswith(("lib/", "include/", "share/")):
                yield f"{data}/data/{path}", member.mode, content
    with open(os.path.join(HERE, "module.py"), "rb") as file:
        yield "gpuflame/__init__.py", 0o644, file.read()
    yield "gpuflame/py.typed", 0o644, b""


def main():
    tarball, folder = sys.argv[1:]
    version, arch = re.search(r"gpuflame-(.+)-linux-(.+)\.tar\.xz$", tarball).groups()
    machine = MACHINES[arch]
    info = f"gpuflame-{version}.dist-info"
    files = list(files_of(tarball, version))
    files.append((f"{info}/METADATA", 0o644, METADATA.format(version=version).encode()))
    files.append((f"{info}/WHEEL", 0o644, WHEEL.format(machine=machine).encode()))
    record = ""
    for path, _, content in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    record += f"{info}/RECORD,,\n"
    files.append((f"{info}/RECORD", 0o644, record.encode()))
    name = f"gpuflame-{version}-py3-none-manylinux_2_17_{machine}.musllinux_1_1_{machine}.whl"
    out = os.path.join(folder, name)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, mode, content in files:
            entry = zipfile.ZipInfo(path)  # of 1980: the same bytes each time
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    print(out)


main()
