"""Rotary embeddings for PyTorch with exact cosines and sines, to replace the `LlamaRotaryEmbedding` of transformers.

    rotary = PosencRotary({"encoding": "rope", "dim": 128, "base": 500000}, positions=8192)
    cos, sin = rotary(hidden_states, position_ids)          # (batch, tokens, 128) each, of the type of hidden_states
    for layer in model.model.layers: ...                    # or: model.model.rotary_emb = rotary

The tables are correctly rounded float32 buffers. `model.half()` and `model.to(torch.bfloat16)` do not change them, so that
values are rounded once, when they are used. They include the attention factor of a context extension, as in transformers.
"""

from __future__ import annotations

import torch

import posenc


class PosencRotary(torch.nn.Module):
    """Cosines and sines of positions 0 to `positions` - 1, for both halves of a head."""

    def __init__(self, spec: posenc.encoding.Spec, positions: int):
        super().__init__()
        encoding = posenc.Encoding(spec)
        if encoding.spec.get("layout", "half") != "half":
            raise posenc.PosencError("bad_param", "layout", "must be 'half', in which Llama's attention rotates")
        # (positions, 2 pairs): cosines, then sines
        table = torch.from_numpy(encoding.table(range(positions)))
        cos, sin = table.chunk(2, dim=-1)
        # not in checkpoints, since they follow from the spec
        self.register_buffer("cos", torch.cat([cos, cos], dim=-1), persistent=False)
        self.register_buffer("sin", torch.cat([sin, sin], dim=-1), persistent=False)

    def _apply(self, fn, *more):
        """Moves the buffers to another device, but keeps them in float32."""
        for name in ("cos", "sin"):
            buffer = getattr(self, name)
            setattr(self, name, buffer.to(fn(buffer).device))
        return self

    def forward(self, x: torch.Tensor, position_ids: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns cosines and sines of the type of x, (batch, tokens, head width) each, for position_ids (batch, tokens)."""
        return self.cos[position_ids].to(x.dtype), self.sin[position_ids].to(x.dtype)
