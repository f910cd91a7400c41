"""What a program sees of the way in."""
import sys

import mock_cuda
import traced

print(getattr(sys, "own_site", "none"), getattr(sys.modules.get("sitecustomize"), "own", False))
print("gpuflame" in " ".join(sys.path), "gpuflame" in sys.modules)
mock_cuda.start()
traced.plain()
