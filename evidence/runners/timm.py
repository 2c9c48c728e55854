"""timm: a vision model gets queries that are basis vectors, and its attention what it makes of them.

A model has one block, and its parameters have no values. Answers have the arguments of the rotary class, which no
published file holds.
"""

import sys

import numpy as np
import timm
import torch
import torch.nn.functional as F
from cells import measured
from real_positions import RealPositions, noise
from runner import Unsettled, message, run

torch.set_num_threads(1)
SMALL = 6, 8  # cells of a picture, if a model takes pictures of any size
FREQUENCIES = (
    *("dim", "max_res", "temperature", "in_pixels", "linear_bands", "ref_feat_shape", "grid_offset", "grid_indexing"),
    *("rotate_half", "grid_type", "normalize_coords", "min_period", "max_period", "mrope_section", "head_dim"),
    "rope_theta",
)


class Seen(Exception):
    """The queries of the first attention are known."""


class Probe(RealPositions):
    """Keeps the queries that reach the first attention; a projection to queries gives basis vectors."""

    def __init__(self):
        super().__init__(600_000)  # tables of turns are smaller
        self.kept, self.weights, self.width = None, set(), 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func is F.scaled_dot_product_attention:
            self.kept = args[0].detach()
            raise Seen
        out = super().__torch_function__(func, types, args, kwargs)
        if func is not F.linear or not self.width or id((args + (kwargs.get("weight"),))[1]) not in self.weights:
            return out
        rows = torch.eye(self.width).repeat(1, out.shape[-1] // self.width)
        return rows.view(self.width, *[1] * (out.dim() - 2), -1).expand(out.shape).clone()


def rotary(model):
    found = [one for one in model.modules() if type(one).__name__.startswith(("Rotary", "Gemma4Rotary"))]
    return found[0] if found else None


def names():
    """Models of the release that have a rotary class."""
    for name in timm.list_models():
        try:
            with RealPositions():
                model = timm.create_model(name)
        except Exception as error:
            print(f"{name}: {message(error)}", file=sys.stderr)
            continue
        if rotary(model) is not None:
            yield name


def called(model, probe, batch, shape):
    try:
        with probe, torch.no_grad():
            model(noise(torch.empty(batch, *shape, device="meta")))
    except Seen:
        return probe.kept
    raise Unsettled("no attention was reached")


def observe(fields, _case):
    probe = Probe()
    with probe:
        model = timm.create_model(fields["model"]).eval()
    probe.building = False
    trunk = getattr(model, "encoder", model)
    trunk.blocks = trunk.blocks[:1]
    for path, module in model.named_modules():
        if isinstance(module, torch.nn.Linear) and {"qkv", "q_proj"} & set(path.split(".")):
            probe.weights.add(id(module.weight))
        elif path.endswith(("q_norm", "k_norm")):
            module.forward = lambda one: one
    rope = rotary(model)
    arguments = {key: getattr(rope, key) for key in FREQUENCIES if getattr(rope, key, None) is not None}
    facts = {"class": type(rope).__name__, "arguments": arguments}
    size = model.default_cfg.get("patch_size") or trunk.patch_embed.patch_size
    size = size if isinstance(size, int) else size[0]
    for rows, columns in (SMALL, [side // size for side in model.default_cfg["input_size"][1:]]):
        shape = (3, rows * size, columns * size)
        try:
            probe.width = 0
            probe.width = called(model, probe, 1, shape).shape[-1]
        except AssertionError:
            continue  # a model of pictures of one size
        cells = (1, rows, columns)
        found = measured(called(model, probe, probe.width, shape), cells)
        break
    if not found:
        raise Unsettled("the turns are weights" if "Mixed" in facts["class"] else "the cells do not turn")
    return {**facts, "cells": list(cells), "rotations": found}


if __name__ == "__main__":
    if sys.argv[1:] == ["--names"]:
        print("\n".join(names()))
    else:
        run(observe, 300)
