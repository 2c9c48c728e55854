"""Builds the wheel: the C++ core as a shared library with a C interface, which no version of Python is part of, and the
JavaScript that reads configurations.

The version stands in CMakeLists.txt. In a checkout the sources are a folder above; an sdist has a copy of them in core/. The
JavaScript is made by web/tools/python.mjs; an sdist has it, so that building a wheel of it needs no Node.js and no network.
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

# the same sources make the same bytes: files of a wheel have the first date that a zip can have, unless another is asked for
os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")

here = Path(__file__).resolve().parent
core = here / "core" if (here / "core").is_dir() else here.parent
sources = ["CMakeLists.txt", "LICENSE", "NOTICE.md", "src", "wasm/toolchain/dependencies.cmake", "wasm/toolchain/emscripten.sh",
           "wasm/toolchain/packages.sha256"]


class WithCore(build_py):
    """The package and the library beside it."""

    def run(self):
        if not (here / "posenc/js/node/program/posenc.js").is_file():
            raise SystemExit("python/posenc/js is missing: node web/tools/python.mjs writes it; npm run wheel does both")
        super().run()
        build = Path(self.get_finalized_command("build").build_temp) / "core"
        # a folder's name may have blanks
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
        library = Path(self.get_finalized_command("build_py").build_lib) / "posenc/libposenc.so"
        return ("py3", "none", manylinux(library) or super().get_tag()[2])


# what PEP 600 lets a wheel of manylinux load, as far as we might
_LOADED = re.compile(r"(libc|libm|libdl|libpthread|libgcc_s|ld-linux[\w-]*)\.so\.\d+")


def manylinux(library):
    """The oldest manylinux tag that is true of it (PEP 600): its highest symbol of glibc; None where no such tag is."""
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
