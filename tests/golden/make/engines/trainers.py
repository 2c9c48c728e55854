"""Trainers read no config.json: what a person sets for one, from the fields of the file. Shared by torchtitan.py and megatron-core.py."""

import json

import torch

recordings = []


class unsupported(Exception):
    """No argument of the trainer says what the file does."""


class Torch:
    """torch whose products of positions and frequencies are noted, not made: they would be gigabytes."""

    def __getattr__(self, name):
        return getattr(torch, name)

    @staticmethod
    def outer(rows, frequencies):
        step = float(rows[1] - rows[0])  # divides positions
        recordings.append((len(rows), frequencies * step))
        return torch.zeros(2, len(frequencies))


class File:
    """The text model of a file, and its numbers about positions."""

    def __init__(self, text):
        whole = json.loads(text)
        self.fields = whole.get("text_config", whole)
        self.kind = self.fields.get("model_type") or whole.get("model_type")
        self.rope = self.fields.get("rope_scaling") or self.fields.get("rope_parameters") or {}
        self.nested = any(isinstance(value, dict) for value in self.rope.values())
        self.type = self.rope.get("rope_type", self.rope.get("type", "default"))
        parameters = self.fields.get("rope_parameters") or {}
        self.theta = float(self.fields.get("rope_theta") or parameters.get("rope_theta") or self.rope.get("rope_theta") or self.fields.get("rotary_emb_base") or 10000.0)
        self.length = self.fields.get("max_position_embeddings")
        self.latent = "kv_lora_rank" in self.fields
        self.fraction = self.rope.get("partial_rotary_factor") or self.fields.get("partial_rotary_factor") or self.fields.get("rotary_pct") or 1.0
        if self.fields.get("rotary_dim"):
            self.fraction = self.fields["rotary_dim"] / self.head

    def number(self, key, otherwise):
        value = self.rope.get(key)
        return float(otherwise if value is None else value)

    def original(self):
        return self.rope.get("original_max_position_embeddings") or self.length

    @property
    def head(self):
        if self.latent:
            return self.fields["qk_rope_head_dim"]
        return self.fields.get("head_dim") or self.fields["hidden_size"] // self.fields["num_attention_heads"]
