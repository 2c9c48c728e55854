"""Tests examples/python/posenc_rotary.py against the formula of transformers, repeated here in float64."""

import sys
import unittest
from pathlib import Path

import numpy as np

import posenc

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples/python"))
try:
    import torch
    from posenc_rotary import PosencRotary
except ModuleNotFoundError as error:
    if error.name != "torch":
        raise
    torch = None


def rotated(x, cos, sin):
    """apply_rotary_pos_emb of transformers' modeling_llama (4.x and 5.x): x cos + rotate_half(x) sin."""
    first, second = x.chunk(2, dim=-1)
    return x * cos + torch.cat([-second, first], dim=-1) * sin


@unittest.skipIf(torch is None, "python3-torch is not installed")
class Rotary(unittest.TestCase):
    def test_as_llama_computes_it(self):
        rotary = PosencRotary({"encoding": "rope", "dim": 64, "base": 500000}, 4096)
        ids = torch.tensor([[0, 1, 2, 4095], [7, 8, 9, 10]])
        x = torch.randn(2, 4, 64, generator=torch.Generator().manual_seed(1))
        cos, sin = rotary(x, ids)
        inv_freq = 1.0 / 500000.0 ** (torch.arange(0, 64, 2, dtype=torch.float64) / 64)
        angle = ids[..., None].double() * inv_freq
        angle = torch.cat([angle, angle], dim=-1)
        self.assertLessEqual((cos - angle.cos()).abs().max().item(), 2**-24)
        self.assertLessEqual((sin - angle.sin()).abs().max().item(), 2**-24)
        theirs = rotated(x.double(), angle.cos(), angle.sin())
        self.assertLessEqual((rotated(x, cos, sin) - theirs).abs().max().item(), 1e-6)

    def test_rotates_as_the_library_does(self):
        spec = {"encoding": "rope", "dim": 32, "layout": "half", "scaling": {"type": "yarn", "factor": 4, "originalContext": 2048}}
        x = np.random.default_rng(2).standard_normal((5, 32)).astype(np.float32)
        positions = [0, 1, 100, 2047, 8191]
        cos, sin = PosencRotary(spec, 8192)(torch.from_numpy(x), torch.tensor(positions))
        np.testing.assert_allclose(rotated(torch.from_numpy(x), cos, sin).numpy(), posenc.rotate(spec, x, positions), atol=1e-6)

    def test_another_layout_is_refused(self):
        with self.assertRaises(posenc.PosencError) as caught:
            PosencRotary({"encoding": "rope", "dim": 8, "layout": "interleaved"}, 16)
        self.assertEqual(caught.exception.field, "layout")

    def test_tables_stay_in_float32(self):
        rotary = torch.nn.Sequential(PosencRotary({"encoding": "rope", "dim": 8}, 16)).to(torch.bfloat16)[0]
        self.assertEqual(rotary.cos.dtype, torch.float32)
        x = torch.zeros(1, 1, 8, dtype=torch.bfloat16)
        cos, _ = rotary(x, torch.tensor([[3]]))
        self.assertEqual(cos.dtype, torch.bfloat16)
        self.assertEqual(cos[0, 0, 0].item(), torch.tensor(np.cos(3.0)).to(torch.bfloat16).item())
        self.assertEqual(list(rotary.state_dict()), [])
