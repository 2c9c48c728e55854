"""Tests of the package as users call it. POSENC_EXPECTED names a file with the output of tests/consumer, a C++ program.

    POSENC_LIBRARY=build/native/libposenc.so PYTHONPATH=python python3 -m unittest discover python/tests
"""

import inspect
import os
import pickle
import re
import threading
import unittest
from unittest import mock

import numpy as np

import posenc


def fnv1a(numbers: np.ndarray) -> int:
    total = 0xCBF29CE484222325
    for byte in numbers.tobytes():
        total = ((total ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return total


def facts_of(encoding: posenc.Encoding) -> dict:
    try:
        return encoding.facts()
    except posenc.PosencError as error:
        if error.code != "not_defined":
            raise
        return {}


class SameBits(unittest.TestCase):
    """Every row has the same bits as in a program of another compiler and language."""

    @unittest.skipUnless(os.environ.get("POSENC_EXPECTED"), "POSENC_EXPECTED names the lines of tests/consumer")
    def test_every_row(self):
        with open(os.environ["POSENC_EXPECTED"], encoding="utf-8") as file:
            expected = dict(reversed(line.rstrip("\n").split(" ", 1)) for line in file)
        i = np.arange(200.0)
        positions = i * 0.37 + i * i * 1e7
        compared = 0
        for row in posenc.encodings():
            name = row["id"]
            required = {p["name"]: 4 if p["name"] == "heads" else 32 for p in row["params"] if p["required"]}
            encoding = posenc.Encoding(name, **required)
            found = {f"{name} {fact}": values for fact, values in facts_of(encoding).items()}
            if f"{name} float" in expected:
                found[f"{name} float"] = encoding.table(positions)
                found[f"{name} double"] = encoding.table(positions, np.float64)
                found[f"{name} range"] = encoding.table(range(10**6, 10**6 + 500))
            if f"{name} rotated" in expected:
                k = np.arange(200 * encoding.head_dim)
                x = (k % 17 + 1) * np.where(k % 2 == 0, 2.5e-308, -2.5e-308)
                found[f"{name} rotated"] = encoding.rotate(x.reshape(200, -1), np.full(200, 3.0))
            if f"{name} bias" in expected:
                found[f"{name} bias"] = encoding.attention_bias(encoding.cells or 64, head=encoding.heads - 1)
            for key, numbers in found.items():
                with self.subTest(key):
                    self.assertEqual(f"{fnv1a(numbers):016x}", expected[key])
                    compared += 1
        self.assertGreater(compared, 100)


class Calls(unittest.TestCase):
    def test_known_values(self):
        # sines and cosines of 10^15 and 10^13 to 17 digits, computed by MPFR
        table = posenc.table("sinusoidal", [1e15], dim=4, dtype="float64")
        self.assertEqual(table.tolist(), [[0.85827279317023586, -0.51319373778697031, -0.28888529481752512, 0.95736371690083999]])
        self.assertEqual(posenc.frequencies("rope", dim=8).tolist(), [1, 0.1, 0.01, 0.001])

    def test_shapes_and_types(self):
        grid = posenc.Encoding("sinusoidal-nd", dim=8, axes=2)
        self.assertEqual(grid.table([[1, 2], [3, 4], [5, 6]]).shape, (3, 8))
        self.assertEqual(grid.frequencies().shape, (grid.pairs, 2))
        self.assertEqual(posenc.attention_bias("alibi", 3, 5, heads=8).shape, (8, 3, 5))
        rope = posenc.Encoding("rope", dim=np.int64(8))
        for dtype in (np.float32, np.float64):
            x = np.ones((2, 8), dtype)
            self.assertEqual(rope.rotate(x, [0, 1]).dtype, dtype)
            self.assertIs(rope.rotate(x, [0, 1], out=x), x)
            self.assertNotEqual(x[1, 0], 1)
        self.assertEqual(rope.rotate(np.ones((1, 8))[:, ::-1], [7], side="key").shape, (1, 8))
        empty = posenc.table("sinusoidal", [], dim=4)
        self.assertEqual(empty.shape, (0, 4))

    def test_range_is_a_list(self):
        for steps in (range(3, 40, 7), range(10, -10, -3), range(0)):
            with self.subTest(steps):
                self.assertEqual(posenc.table("sinusoidal", steps, dim=16).tobytes(), posenc.table("sinusoidal", list(steps), dim=16).tobytes())

    def test_evenly_spaced_numbers_are_a_range(self):
        encoding = posenc.Encoding("sinusoidal", dim=16)
        whole = np.arange(40)
        spaced = [
            whole, whole.astype(np.int32), whole.astype(np.uint8), whole.astype(float), whole * 7 - 100, whole[::-1], whole[::-3],
            (whole * 2**40).tolist(), np.array([2**52, 2**52 - 3]), np.array([5, 6]),
        ]  # fmt: skip
        other = [
            whole * 0.5, whole * 0, np.array([0, 1, 3]), np.array([0, 1, 2, 4, 4]), whole + 0.25, np.array([3.0]), np.array([]),
            np.array([2**53 - 2, 2**53]), np.array([0.0, np.inf]), [0.0, float("nan")],
        ]  # fmt: skip
        for fast, given in ((True, spaced), (False, other)):
            for at in given:
                for dtype in (np.float32, np.float64):
                    with self.subTest(at=at, dtype=dtype), mock.patch.object(encoding, "_call", wraps=encoding._call) as called:
                        try:
                            made = encoding.table(at, dtype)
                        except posenc.PosencError:
                            made = None
                        self.assertEqual({call.args[0] for call in called.call_args_list}, {"posenc_table_range" if fast else "posenc_table"})
                        if made is not None and len(at):
                            # single positions are not evenly spaced
                            each = np.concatenate([encoding.table([float(position)], dtype) for position in at])
                            self.assertEqual(made.tobytes(), each.tobytes())

    def test_a_whole_number_of_positions_is_how_many(self):
        rope, waves = {"encoding": "rope", "dim": 8}, {"encoding": "sinusoidal", "dim": 8}
        x = np.ones((3, 8))
        # a spec and the other arguments for each function and method that takes positions
        calls = {
            "table": ("sinusoidal", {"dim": 8}), "gram": ("sinusoidal", {"dim": 8}), "cos_sin": ("rope", {"dim": 8}),
            "rotate": ("rope", {"dim": 8, "x": x}), "compare": (rope, {"b": {**rope, "layout": "interleaved"}}), "precision": (rope, {}),
            "channel_gram": (waves, {}),
        }  # fmt: skip
        methods = {
            "table": (waves, {}), "derivative": (waves, {}), "gram": (waves, {}), "kernel_profile": (waves, {}), "cos_sin": (rope, {}),
            "decay_bound": (rope, {}), "rotate": (rope, {"x": x}), "attention_scores": (rope, {"q": x, "k": x}),
        }  # fmt: skip
        of = lambda names: [name for name in names if re.search("positions|offsets", name)]
        takers = lambda owner: {
            name: of(inspect.signature(each).parameters)
            for name, each in inspect.getmembers(owner, inspect.isfunction)
            if not name.startswith("_") and of(inspect.signature(each).parameters)
        }
        self.assertEqual((set(takers(posenc)), set(takers(posenc.Encoding))), (set(calls), set(methods)))
        asked = [(name, getattr(posenc, name), [spec], rest, takers(posenc)[name]) for name, (spec, rest) in calls.items()]
        for name, (spec, rest) in methods.items():
            asked.append((name, getattr(posenc.Encoding(spec), name), [], rest, takers(posenc.Encoding)[name]))
        for name, call, spec, rest, fields in asked:
            made = lambda positions: call(*spec, **rest, **dict.fromkeys(fields, positions))
            expected = made(range(3))
            for count in (3, np.int64(3), np.array(3), np.uint8(3)):
                with self.subTest(name, count=repr(count)):
                    np.testing.assert_equal(made(count), expected)
            for wrong in (True, 3.0, np.float64(3), np.array(3.5), -1, "3"):
                with self.subTest(name, wrong=repr(wrong)):
                    with self.assertRaises(posenc.PosencError) as caught:
                        made(wrong)
                    self.assertEqual(caught.exception.code, "bad_positions")
        self.assertEqual(posenc.table("sinusoidal", 512, dim=8).shape, (512, 8))
        self.assertEqual(posenc.cos_sin("rope", 16, dim=8)[0].shape, (16, 4))

    def test_out_is_written(self):
        encoding = posenc.Encoding("sinusoidal", dim=4)
        out = np.zeros((2, 4), np.float32)
        self.assertIs(encoding.table([1, 2], out=out), out)
        self.assertEqual(out.tobytes(), encoding.table([1, 2]).tobytes())
        refused = [np.zeros((2, 4), np.int32), np.zeros((3, 4), np.float32), np.zeros((2, 8), np.float32)[:, ::2], [[0.0] * 4] * 2]
        for wrong in refused:
            with self.assertRaises(posenc.PosencError) as caught:
                encoding.table([1, 2], out=wrong)
            self.assertEqual(caught.exception.field, "out")

    def test_against_definitions(self):
        # Vaswani et al. (2017), 3.5, in NumPy, at positions where float64 is still precise
        p, i = np.arange(50.0)[:, None], np.arange(8)
        angle = p * 10000.0 ** (-i / 8)
        table = posenc.table("sinusoidal", range(50), dim=16, dtype="float64")
        np.testing.assert_allclose(table[:, 0::2], np.sin(angle), atol=1e-13)
        np.testing.assert_allclose(table[:, 1::2], np.cos(angle), atol=1e-13)
        encoding = posenc.Encoding("sinusoidal", dim=16)
        np.testing.assert_allclose(encoding.gram(range(50)), table @ table.T, atol=1e-12)
        np.testing.assert_allclose(encoding.kernel_profile([0, 3]), [8, (table[3] * table[0]).sum()], atol=1e-12)
        d = 1e-6
        numeric = (encoding.table([5 + d], np.float64) - encoding.table([5 - d], np.float64)) / (2 * d)
        np.testing.assert_allclose(encoding.derivative([5]), numeric, atol=1e-8)
        q, k = np.random.default_rng(1).standard_normal((2, 4, 8))
        rope = posenc.Encoding("rope", dim=8)
        logits = rope.rotate(q, range(4)) @ rope.rotate(k, range(4), side="key").T
        there = rope.rotate(k, range(4), side="key")
        np.testing.assert_allclose(rope.rotate(there, range(4), side="output"), k, atol=1e-14)
        scores = rope.attention_scores(q, k, range(4), range(4)).sum(axis=1)
        scale = np.median(logits / scores)
        np.testing.assert_allclose(logits, scores * scale, atol=1e-12)

    def test_errors_say_what_is_allowed(self):
        cases = [
            (lambda: posenc.table("rope", [1], dim=7), "bad_param", "dim"),
            (lambda: posenc.table("none such", [1]), "unknown_encoding", "encoding"),
            (lambda: posenc.table("sinusoidal", [1], dim=4, dtype="float16"), "bad_argument", "dtype"),
            (lambda: posenc.table("sinusoidal", ["1"], dim=4), "bad_positions", "positions"),
            (lambda: posenc.table("sinusoidal", [[1, 2]], dim=4), "bad_positions", "positions"),
            (lambda: posenc.table("sinusoidal", [float("nan")], dim=4), "bad_positions", "positions"),
            (lambda: posenc.table("sinusoidal", [2**53 + 1], dim=4), "bad_positions", "positions"),
            (lambda: posenc.table("sinusoidal", [-(2**60)], dim=4), "bad_positions", "positions"),
            (lambda: posenc.rotate("rope", np.ones((1, 4), np.float16), [0], dim=4), "bad_argument", "x"),
            (lambda: posenc.rotate("rope", np.ones((2, 4)), [0], dim=4), "bad_shape", "x"),
            (lambda: posenc.rotate("rope", np.ones((1, 4)), [0], dim=4, side="both"), "bad_argument", "side"),
            (lambda: posenc.attention_bias("alibi", -1, heads=8), "bad_argument", "n_query"),
            (lambda: posenc.attention_bias("rope", 3, dim=8), "not_defined", "encoding"),
            (lambda: posenc.Encoding(3), "bad_argument", "spec"),
            (lambda: posenc.Encoding("rope", dim=object()), "bad_param", "spec"),
            (lambda: posenc.Encoding("rope", dim=8, base=float("inf")), "bad_param", "spec"),
        ]
        for call, code, field in cases:
            with self.assertRaises(posenc.PosencError) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.field), (code, field), str(caught.exception))
            self.assertIn(code, posenc.error_codes())
        self.assertEqual(posenc.frequencies("rope", dim=4).tolist(), [1, 0.01])

    def test_errors_suggest_the_name_that_is_meant(self):
        rope = posenc.Encoding("rope", dim=4)
        x = np.ones((1, 4), np.float32)
        cases = [
            (lambda: rope.table(2, dtype="f32"), "dtype", "(did you mean 'float32'?)"),
            (lambda: rope.table(2, dtype="bf16"), "dtype", "must be one of float32, float64, got 'bf16'"),
            (lambda: rope.table(2, dtype=7), "dtype", "must be one of float32, float64, got 7"),
            (lambda: rope.cos_sin(2, dtype="bf16"), "dtype", "(did you mean 'bfloat16'?)"),
            (lambda: rope.cos_sin(2, dtype="f16"), "dtype", "(did you mean 'float16'?)"),
            (lambda: rope.cos_sin(2, dtype="F64"), "dtype", "(did you mean 'float64'?)"),
            (lambda: rope.rotate(x, 4095), "x", "the number 4095 means range(4095), and [4095] is one position"),
            (lambda: posenc.Encoding("rope", head_dim=4), "head_dim", "(did you mean 'dim'?)"),
            (lambda: posenc.Encoding("rope", dim=4, original_context=4), "original_context", "has no parameter"),
            (lambda: posenc.Encoding("rope", dim=4, bsae=4), "bsae", "(did you mean 'base'?)"),
            (lambda: posenc.Encoding("rope", dim=4, theta=4), "theta", "(did you mean 'base'?)"),
            (lambda: posenc.cos_sin("rope", 2, dim=4, dtyp="float64"), "dtyp", "(did you mean the argument 'dtype'?)"),
            (lambda: posenc.table("rope", 2, dim=4, outs=x), "outs", "(did you mean the argument 'out'?)"),
            (lambda: posenc.cos_sin("rope", 100, 64, dim=4), "positions", "range(100, 100 + 64)"),
            (lambda: posenc.Encoding("rotary", dim=4), "encoding", "(did you mean 'rope'?)"),
            (lambda: posenc.Encoding({"rope_type": "yarn"}), "encoding", "posenc.encoding_of(config) reads a config.json"),
            (
                lambda: posenc.Encoding("rope", dim=4, rope_scaling={"rope_type": "yarn"}),
                "rope_scaling",
                "(did you mean 'scaling'?); posenc.encoding_of(config) reads a config.json",
            ),
        ]
        for call, field, words in cases:
            with self.assertRaises(posenc.PosencError) as caught:
                call()
            self.assertEqual(caught.exception.field, field)
            self.assertIn(words, str(caught.exception))
        self.assertEqual(rope.table(2, dtype="torch.float64").dtype, np.float64)
        self.assertNotIn("[4095]", str(self._refusal(lambda: rope.rotate(x, [1, 4095]))))

    def _refusal(self, call):
        with self.assertRaises(posenc.PosencError) as caught:
            call()
        return caught.exception

    def test_pickles_and_threads(self):
        encoding = posenc.Encoding("rope", dim=64, scaling={"type": "linear", "factor": 4})
        again = pickle.loads(pickle.dumps(encoding))
        self.assertEqual(again.frequencies().tobytes(), encoding.frequencies().tobytes())
        error = pickle.loads(pickle.dumps(posenc.PosencError("bad_param", "dim", "must be even")))
        self.assertEqual((error.code, error.field, str(error)), ("bad_param", "dim", "dim must be even"))
        x, made = np.ones((500, 64), np.float32), {}
        work = lambda name: made.__setitem__(name, encoding.rotate(x, np.arange(500.0) * 1e9).tobytes())
        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(made.values())), 1)
        self.assertEqual(len(made), 4)


if __name__ == "__main__":
    unittest.main()
