"""Tests of arrays of other libraries, and of memory of the caller."""

import unittest

import numpy as np

import posenc

try:
    import torch
except ModuleNotFoundError:
    torch = None


class Foreign:
    """An array that has only the DLPack protocol."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **how):
        return self.array.__dlpack__(**how)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OnDevice(Foreign):
    def __dlpack_device__(self):
        return (2, 0)  # kDLCUDA


class Out(unittest.TestCase):
    def test_each_that_takes_one_writes_to_it(self):
        rope, alibi = posenc.Encoding("rope", dim=8), posenc.Encoding("alibi", heads=2)
        t5 = posenc.Encoding("t5", heads=1)
        waves = posenc.Encoding("sinusoidal", dim=4)
        x = np.arange(24.0).reshape(3, 8)
        calls = [
            lambda out: rope.frequencies(out=out),
            lambda out: waves.table([0, 1], out=out),
            lambda out: waves.derivative([0, 1], out=out),
            lambda out: waves.kernel_profile([0, 1], out=out),
            lambda out: rope.decay_bound([0, 1], out=out),
            lambda out: waves.gram([0, 1], out=out),
            lambda out: rope.rotate(x, [0, 1, 2], out=out),
            lambda out: alibi.attention_bias(3, out=out),
            lambda out: alibi.attention_bias(3, 4, head=1, out=out),
            lambda out: t5.relative_map(3, out=out),
            lambda out: rope.attention_scores(x, x, range(3), range(3), out=out),
            lambda out: posenc.gram("sinusoidal", [0, 1], dim=4, out=out),
            lambda out: posenc.rotate("rope", x, [0, 1, 2], dim=8, out=out),
            lambda out: posenc.attention_bias("alibi", 3, heads=2, out=out),
        ]
        for i, call in enumerate(calls):
            with self.subTest(i):
                expected = call(None)
                out = np.full_like(expected, 7)
                self.assertIs(call(out), out)
                self.assertEqual(out.tobytes(), expected.tobytes())
                # an array of another width would be written past its end
                for wrong in (np.float32, np.float64, np.int64):
                    if expected.dtype != wrong and i != 1:
                        with self.assertRaises(posenc.PosencError) as caught:
                            call(np.zeros(expected.shape, wrong))
                        self.assertEqual((caught.exception.code, caught.exception.field), ("bad_argument", "out"))
                with self.assertRaises(posenc.PosencError):
                    out.flags.writeable = False
                    call(out)

    def test_a_protocol_is_enough_to_read(self):
        positions = np.array([0.5, 7, 1e9])
        self.assertEqual(
            posenc.table("sinusoidal", Foreign(positions), dim=4).tobytes(), posenc.table("sinusoidal", positions, dim=4).tobytes()
        )
        with self.assertRaises(posenc.PosencError) as caught:
            posenc.table("sinusoidal", OnDevice(positions), dim=4)
        self.assertEqual((caught.exception.code, caught.exception.field), ("bad_argument", "positions"))
        self.assertIn("device", str(caught.exception))
        # its memory is not writable
        with self.assertRaises(posenc.PosencError) as caught:
            posenc.table("sinusoidal", positions, dim=4, out=Foreign(np.zeros((3, 4), np.float32)))
        self.assertEqual(caught.exception.field, "out")


@unittest.skipIf(torch is None, "python3-torch is not installed")
class Tensors(unittest.TestCase):
    def test_are_read_and_written_where_they_lie(self):
        rope = posenc.Encoding("rope", dim=8)
        positions = torch.arange(5)
        x = torch.randn(5, 8, generator=torch.Generator().manual_seed(1))
        expected = rope.rotate(x.numpy(), positions.numpy())
        out = torch.zeros(5, 8)
        self.assertIs(rope.rotate(x, positions, out=out), out)
        self.assertEqual(out.numpy().tobytes(), expected.tobytes())
        self.assertIs(rope.rotate(x, positions, out=x), x)
        self.assertEqual(x.numpy().tobytes(), expected.tobytes())
        table = torch.empty(5, 8, dtype=torch.float64)
        rope.table(positions, out=table)
        self.assertEqual(table.numpy().tobytes(), rope.table(range(5), np.float64).tobytes())
        cos, _ = rope.cos_sin(positions[None, :], dtype=torch.float16)
        self.assertEqual((cos.shape, cos.dtype), ((1, 5, 4), np.float16))

    def test_what_cannot_be_read_is_told(self):
        rope = posenc.Encoding("rope", dim=8)
        for wrong in (torch.zeros(1, 8, requires_grad=True), torch.zeros(1, 8, dtype=torch.bfloat16)):
            with self.assertRaises(posenc.PosencError) as caught:
                rope.rotate(wrong, [0])
            self.assertEqual((caught.exception.code, caught.exception.field), ("bad_argument", "x"))

    def test_bits_of_bfloat16_are_those_of_torch(self):
        bits, _ = posenc.cos_sin("rope", range(1000), dim=8, dtype=torch.bfloat16)
        if bits.dtype == np.uint16:
            # the exact value rounded once; rounding through float64 differs only if the float64 is a tie
            exact, _ = posenc.cos_sin("rope", range(1000), dim=8, dtype="float64")
            made = torch.from_numpy(bits.view(np.int16)).view(torch.bfloat16)
            self.assertTrue(torch.equal(made, torch.from_numpy(exact).to(torch.bfloat16)))


if __name__ == "__main__":
    unittest.main()
