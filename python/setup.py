"""Builds the wheel: the C++ core as a shared library with a C interface, which no version of Python is part of.

The version stands in CMakeLists.txt. In a checkout the sources are a folder above; an sdist has a copy of them in core/.
"""

import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from wheel.bdist_wheel import bdist_wheel

here = Path(__file__).resolve().parent
core = here / "core" if (here / "core").is_dir() else here.parent
sources = ["CMakeLists.txt", "LICENSE", "NOTICE.md", "src", "wasm/toolchain/dependencies.cmake", "wasm/toolchain/emscripten.sh",
           "wasm/toolchain/packages.sha256"]


class WithCore(build_py):
    """The package and the library beside it."""

    def run(self):
        super().run()
        build = Path(self.get_finalized_command("build").build_temp) / "core"
        configure = ["cmake", "-S", str(core), "-B", str(build), "-DPOSENC_C=ON", "-DPOSENC_BUNDLE=ON",
                     "-DPOSENC_INSTALL=OFF", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG"]
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", str(build), "--target", "posenc_c", "--parallel"], check=True)
        folder = Path(self.build_lib) / "posenc"
        shutil.copy(build / "libposenc.so", folder / "libposenc.so", follow_symlinks=True)
        subprocess.run(["strip", "--strip-unneeded", str(folder / "libposenc.so")], check=True)
        for name in ("LICENSE", "NOTICE.md"):
            shutil.copy(core / name, folder / name)


class WithSources(sdist):
    """The sdist can be built without the checkout."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in sources:
            target = Path(base_dir) / "core" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if (core / name).is_dir():
                shutil.copytree(core / name, target)
            else:
                shutil.copy(core / name, target)


class AnyPython(bdist_wheel):
    """The library is loaded with ctypes: one wheel for every Python of a platform."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


version = re.search(r"project\(posenc VERSION ([\d.]+)", (core / "CMakeLists.txt").read_text()).group(1)
setup(version=version, distclass=WithLibrary,
      cmdclass={"build_py": WithCore, "sdist": WithSources, "bdist_wheel": AnyPython})
