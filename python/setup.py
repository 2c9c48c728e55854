"""Builds the wheel: the C++ core as a shared library with a C interface, independent of the Python version, and the
JavaScript that reads configurations.

The version is in CMakeLists.txt. A checkout has the sources in the parent folder, an sdist in core/. web/tools/python.mjs
writes the JavaScript. An sdist contains it, so that building its wheel needs no Node.js and no network.
"""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from wheel.bdist_wheel import bdist_wheel

# reproducible builds: files of a wheel have the first date that zip allows, unless the environment sets another
os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")

here = Path(__file__).resolve().parent
core = here / "core" if (here / "core").is_dir() else here.parent
sources = ["CMakeLists.txt", "LICENSE", "NOTICE.md", "src", "wasm/toolchain/dependencies.cmake", "wasm/toolchain/emscripten.sh",
           "wasm/toolchain/packages.sha256"]


class WithCore(build_py):
    """Builds the package with the shared library in it."""

    def run(self):
        if not (here / "posenc/js/node/program/posenc.js").is_file():
            raise SystemExit("python/posenc/js is missing: node web/tools/python.mjs writes it; npm run wheel does both")
        super().run()
        build = Path(self.get_finalized_command("build").build_temp) / "core"
        # quoted, because paths may contain spaces
        maps = " ".join(f'"-ffile-prefix-map={there}={name}"' for there, name in ((core, "posenc"), (build.resolve(), "build")))
        configure = ["cmake", "-S", str(core), "-B", str(build), "-DPOSENC_C=ON", "-DPOSENC_BUNDLE=ON",
                     "-DPOSENC_INSTALL=OFF", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG",
                     f"-DCMAKE_CXX_FLAGS={maps}"]
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", str(build), "--target", "posenc_c", "--parallel"], check=True)
        folder = Path(self.build_lib) / "posenc"
        shutil.copy(build / "libposenc.so", folder / "libposenc.so", follow_symlinks=True)
        subprocess.run(["strip", "--strip-unneeded", str(folder / "libposenc.so")], check=True)
        for name in ("LICENSE", "NOTICE.md"):
            shutil.copy(core / name, folder / name)


class WithSources(sdist):
    """Adds the sources, so that the sdist can be built without a checkout."""

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
        library = Path(self.get_finalized_command("build_py").build_lib) / "posenc/libposenc.so"
        return ("py3", "none", manylinux(library) or super().get_tag()[2])


# libraries that PEP 600 allows a manylinux wheel to load, as far as this one could need them
_LOADED = re.compile(r"(libc|libm|libdl|libpthread|libgcc_s|ld-linux[\w-]*)\.so\.\d+")


def manylinux(library):
    """Returns the oldest manylinux tag that holds (PEP 600), from its newest glibc symbol, or None if there is none."""
    if platform.system() != "Linux" or not library.is_file():
        return None
    asked = subprocess.run(["objdump", "-p", "-T", str(library)], capture_output=True, text=True, check=True).stdout
    needed = re.findall(r"NEEDED\s+(\S+)", asked)
    versions = [tuple(map(int, found)) for found in re.findall(r"\bGLIBC_(\d+)\.(\d+)", asked)]
    if not versions or not all(_LOADED.fullmatch(name) for name in needed):
        return None
    major, minor = max(versions + [(2, 17)])
    return f"manylinux_{major}_{minor}_{platform.machine()}"


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


version = re.search(r"project\(posenc VERSION ([\d.]+)", (core / "CMakeLists.txt").read_text()).group(1)
setup(version=version, distclass=WithLibrary,
      cmdclass={"build_py": WithCore, "sdist": WithSources, "bdist_wheel": AnyPython})
