# In a repository of Spack, packages/gpuflame/package.py; then, in a checkout: spack dev-build gpuflame@main
from spack.package import *

try:
    from spack_repo.builtin.build_systems.makefile import MakefilePackage
except ImportError:  # before Spack 1.0 it is in spack.package
    pass


class Gpuflame(MakefilePackage):
    """Flame graphs of GPU time by NVTX range: a recorder for CUDA programs, and a converter for
    exports of Nsight Systems and traces of the PyTorch profiler."""

    license("Apache-2.0")
    version("main", branch="main")
    variant("record", default=True, description="the recorder, which needs CUDA's headers")

    depends_on("c", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("sqlite")
    depends_on("pcre2")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("cuda", when="+record", type="build")

    def flags(self):
        if self.spec.satisfies("+record"):
            return ["CUDA_HOME=" + self.spec["cuda"].prefix]
        return ["RECORD=no"]

    def build(self, spec, prefix):
        make(*self.flags())

    def install(self, spec, prefix):
        make("install", "PREFIX=" + prefix, *self.flags())
