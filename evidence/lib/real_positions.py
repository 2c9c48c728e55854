"""Full-size models in little memory: large parameters are on torch's meta device, positions stay real.

An operation between a parameter without data and an activation is executed for its shape, and noise takes the place of
its result. Everything that follows from positions alone has its real values.
"""

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves, tree_map

FACTORIES = {torch.empty, torch.zeros, torch.ones, torch.randn, torch.rand, torch.full, torch.normal}
CPU = torch.device("cpu")
DEVICE = torch.Tensor.device.__get__
NOISE = torch.randn(1 << 21, generator=torch.Generator().manual_seed(0))
SCALARS = ("item", "__bool__", "__int__", "__float__", "tolist")


def tensors(*values):
    return [leaf for leaf in tree_leaves(values) if isinstance(leaf, torch.Tensor)]


def noise(value):
    if not isinstance(value, torch.Tensor) or not value.is_meta:
        return value
    if value.is_complex():
        return torch.ones(value.shape, dtype=value.dtype)
    if not value.is_floating_point():
        return torch.zeros(value.shape, dtype=value.dtype)
    if value.numel() <= NOISE.numel():
        return NOISE[: value.numel()].clone().view(value.shape).to(value.dtype)
    return torch.full(value.shape, 0.5, dtype=value.dtype)


class RealPositions(TorchFunctionMode):
    """While `building`, factories of more than `most` elements make meta tensors; afterwards operations are mixed."""

    def __init__(self, most=70_000):
        super().__init__()
        self.building, self.most = True, most

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if self.building:
            if func in FACTORIES and kwargs.get("device") is None and elements(args, kwargs) > self.most:
                kwargs = {**kwargs, "device": "meta"}
            return func(*args, **kwargs)
        name = getattr(func, "__name__", "")
        if name == "__get__" and func == DEVICE:
            return CPU  # nothing follows a parameter to the meta device
        found = tensors(args, kwargs)
        empty = sum(tensor.is_meta for tensor in found)
        if not empty or (func is torch.Tensor.__getitem__ and args[0].is_meta):
            return func(*args, **kwargs)
        if empty == len(found):
            if name in SCALARS:
                return getattr(torch.zeros(args[0].shape, dtype=args[0].dtype), name)()
            if name in ("cpu", "numpy"):
                return noise(args[0])
            if name == "to" and any(str(one) == "cpu" for one in args[1:]):
                return args[0]
            return func(*args, **kwargs)
        if "grouped_mm" in name:  # experts: CPUs have it for bfloat16 only
            return noise(torch.empty(args[0].shape[0], args[1].shape[-1], device="meta"))
        move = lambda one: one.to("meta") if isinstance(one, torch.Tensor) and not one.is_meta else one
        return tree_map(noise, func(*tree_map(move, args), **tree_map(move, kwargs)))


def elements(args, kwargs):
    sizes = args or kwargs.get("size") or ()
    count = 1
    for size in sizes[0] if sizes and isinstance(sizes[0], (tuple, list, torch.Size)) else sizes:
        if not isinstance(size, int):
            break
        count *= size
    return count
