"""Tests of built wheels, one of the checkout and one of the sdist. POSENC_WHEELS names the folder with checkout/ and sdist/."""

import hashlib
import os
import re
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path


@unittest.skipUnless(os.environ.get("POSENC_WHEELS"), "POSENC_WHEELS names no folder with wheels")
class Wheel(unittest.TestCase):
    def setUp(self):
        folder = Path(os.environ["POSENC_WHEELS"])
        (self.checkout,), (self.sdist,) = (sorted((folder / name).glob("*.whl")) for name in ("checkout", "sdist"))

    def test_the_same_bytes_of_the_sdist(self):
        self.assertEqual(self.checkout.name, self.sdist.name)
        with zipfile.ZipFile(self.checkout) as one, zipfile.ZipFile(self.sdist) as other:
            for name in one.namelist():
                with self.subTest(name):
                    self.assertEqual(one.getinfo(name).date_time, other.getinfo(name).date_time)
                    self.assertEqual(hashlib.sha256(one.read(name)).digest(), hashlib.sha256(other.read(name)).digest())
            self.assertEqual(one.namelist(), other.namelist())
        self.assertEqual(self.checkout.read_bytes(), self.sdist.read_bytes())

    def test_what_is_in_it(self):
        with zipfile.ZipFile(self.checkout) as wheel:
            names = set(wheel.namelist())
            entry = wheel.read(next(name for name in names if name.endswith("entry_points.txt"))).decode()
        js = {"core.wasm", "analysis.wasm", "train.wasm", "config.wasm", "package.json", "node/program/posenc.js", "node/program/worker.node.js"}
        wanted = {f"posenc/js/{name}" for name in js} | {"posenc/libposenc.so", "posenc/py.typed", "posenc/LICENSE", "posenc/__main__.py"}
        self.assertEqual(wanted - names, set())
        self.assertFalse([name for name in names if name.endswith((".pyc", ".map", ".cpp"))])
        self.assertIn("posenc = posenc.__main__:main", entry)

    def test_its_tag_is_true(self):
        """PEP 600: no glibc symbol is newer than the tag, and no other library is loaded."""
        tag = re.fullmatch(r"posenc-[\d.]+-py3-none-manylinux_(\d+)_(\d+)_\w+\.whl", self.checkout.name)
        self.assertIsNotNone(tag, self.checkout.name)
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(self.checkout) as wheel:
            library = wheel.extract("posenc/libposenc.so", folder)
            read = subprocess.run(["readelf", "--wide", "--dyn-syms", "--dynamic", library], capture_output=True, text=True, check=True)
        newest = max(tuple(map(int, found)) for found in re.findall(r"@+GLIBC_(\d+)\.(\d+)", read.stdout))
        self.assertEqual(max(newest, (2, 17)), (int(tag[1]), int(tag[2])))
        # no symbol versions of libstdc++, whose limits PEP 600 takes from the policies of auditwheel
        self.assertEqual(set(re.findall(r"@+(GLIBCXX|CXXABI)_", read.stdout)), set())
        # newer glibc symbols of the C++ library are left out or replaced by older ones (src/c/older_glibc.cpp)
        self.assertLessEqual(newest, (2, 17))
        needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", read.stdout))
        self.assertLessEqual({re.sub(r"\.so.*|-.*", "", name) for name in needed}, {"libc", "libm", "libpthread", "libgcc_s", "ld"})


if __name__ == "__main__":
    unittest.main()
