"""Rotary embeddings for PyTorch with exact cosines and sines: in place of transformers' `LlamaRotaryEmbedding`.

    rotary = PosencRotary({"encoding": "rope", "dim": 128, "base": 500000}, positions=8192)
    cos, sin = rotary(hidden_states, position_ids)          # (batch, tokens, 128) each, of the type of hidden_states
    for layer in model.model.layers: ...                    # or: model.model.rotary_emb = rotary

The tables are buffers in float32, correctly rounded; `model.half()` and `model.to(torch.bfloat16)` do not touch them, so that
they are rounded once, when they are used. An attention factor of a context extension is in them, as in transformers.
"""

from __future__ import annotations

import torch

import posenc


class PosencRotary(torch.nn.Module):
    """The cosines and sines of `positions` positions from 0 on, of both halves of a head."""

    def __init__(self, spec: posenc.encoding.Spec, positions: int):
        super().__init__()
        encoding = posenc.Encoding(spec)
        if encoding.spec.get("layout", "half") != "half":
            raise posenc.PosencError("bad_param", "layout", "must be 'half', in which Llama's attention rotates")
        # (positions, pairs) cosines, then as many sines
        table = torch.from_numpy(encoding.table(range(positions)))
        cos, sin = table.chunk(2, dim=-1)
        # not in the checkpoint: the spec makes them again
        self.register_buffer("cos", torch.cat([cos, cos], dim=-1), persistent=False)
        self.register_buffer("sin", torch.cat([sin, sin], dim=-1), persistent=False)

    def _apply(self, fn, *more):
        """Moves to another device, but stays in float32."""
        for name in ("cos", "sin"):
            buffer = getattr(self, name)
            setattr(self, name, buffer.to(fn(buffer).device))
        return self

    def forward(self, x: torch.Tensor, position_ids: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """x gives the type; position_ids (batch, tokens) → two tensors (batch, tokens, head width)."""
        return self.cos[position_ids].to(x.dtype), self.sin[position_ids].to(x.dtype)
