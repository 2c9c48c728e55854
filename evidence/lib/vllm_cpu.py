"""vLLM without a GPU: what is put in place of its compiled parts, and what is watched in it. Import it before vLLM."""

import contextlib
import importlib
import inspect
import os
import pkgutil
import re
import sys
import tempfile
import warnings
from types import SimpleNamespace
from unittest.mock import MagicMock

os.environ.update(
    VLLM_TARGET_DEVICE="cpu",
    VLLM_LOGGING_LEVEL="ERROR",
    VLLM_NO_USAGE_STATS="1",
    VLLM_HOST_IP="127.0.0.1",
    TRANSFORMERS_VERBOSITY="error",
)
warnings.filterwarnings("ignore")
import torch
import transformers
import vllm.model_executor.layers.rotary_embedding as rotary
from runner import Sites, calls_in
from transformers.image_processing_base import ImageProcessingMixin
from transformers.models.auto import modeling_auto
from transformers.video_processing_utils import BaseVideoProcessor
from vllm.config import set_current_vllm_config
from vllm.distributed import parallel_state
from vllm.model_executor.custom_op import CustomOp
from vllm.model_executor.layers import attention
from vllm.model_executor.layers.linear import UnquantizedLinearMethod
from vllm.model_executor.models import registry
from vllm.platforms.cpu import CpuPlatform
from vllm.transformers_utils import repo_utils

torch.set_num_threads(1)
ROWS = 16  # of a table, which is enough for positions 0 and 1
LONG = 4096  # longer tables are cut, except those of which only a part serves
WAYS = ("forward", "forward_native", "forward_cuda", "forward_cpu")
# The files that say how a model prepares its pictures.
PICTURES = {"processor_class": "", "do_rescale": True, "do_normalize": True, "rescale_factor": 1 / 255}
PICTURES.update(image_mean=[0.5, 0.5, 0.5], image_std=[0.5, 0.5, 0.5])

arange = torch.arange
torch.nn.Module.to = lambda self, *_, **__: self  # tensors of the meta device have nothing to move


class Tables:
    """While a table is made, its positions are on the CPU and few; the length that was asked for is kept."""

    def __init__(self):
        self.inside, self.asked = False, None

    def arange(self, *args, **kwargs):
        if len(args) == 1 and args[0] > LONG:
            self.asked = -int(-args[0] // 1)
            args = (ROWS,)
        return arange(*args, **kwargs)

    def wrap(self, method):
        def made(module, *args, **kwargs):
            if self.inside:
                return method(module, *args, **kwargs)
            self.inside, self.asked = True, None
            # A table of two parts is indexed by the length of the first, so it stays whole.
            torch.arange = arange if hasattr(module, "short_factor") else self.arange
            try:
                with torch.device("cpu"):
                    table = method(module, *args, **kwargs)
            finally:
                self.inside, torch.arange = False, arange
            module.__dict__.setdefault("rows_asked", []).append(self.asked or table.shape[0])
            return table

        return made


tables = Tables()
classes = set()
for found in pkgutil.iter_modules(rotary.__path__, rotary.__name__ + "."):
    for value in vars(importlib.import_module(found.name)).values():
        if inspect.isclass(value) and "_compute_cos_sin_cache" in vars(value) and value not in classes:
            classes.add(value)
            value._compute_cos_sin_cache = tables.wrap(value._compute_cos_sin_cache)

calls = []
sites = Sites(calls_in(os.path.dirname(registry.__file__), ("get_rope",)))
get_rope = rotary.get_rope
signature = inspect.signature(get_rope)


def recorded(*args, **kwargs):
    bound = signature.bind(*args, **kwargs)
    bound.arguments["dtype"] = torch.float32
    frame, prefix = sys._getframe(1), ""
    sites.reached.add(f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}")
    for _ in range(8):
        value = frame.f_locals.get("prefix")
        if isinstance(value, str) and value:
            prefix = value
            break
        frame = frame.f_back
        if frame is None:
            break
    try:
        rope = get_rope(*bound.args, **bound.kwargs)
    except Exception as error:
        raise type(error)(f"get_rope: {error}") from error  # the message says that it is about positions
    calls.append((prefix, rope))
    return rope


rotary.get_rope = recorded
registry._LazyRegisteredModel.inspect_model_cls = lambda self: registry._ModelInfo.from_model_cls(self.load_model_cls())


class Reached(Exception):
    """A layer came to its attention, before which it rotates."""


def reached(*_, **__):
    raise Reached


for value in vars(attention).values():
    if inspect.isclass(value) and issubclass(value, torch.nn.Module):
        value.forward = reached
# Layers run as plain code on empty tensors, not by kernels of a CPU.
CustomOp.dispatch_forward = lambda self, *_, **__: self.forward_native
UnquantizedLinearMethod.apply = lambda self, layer, x, bias=None: torch.nn.functional.linear(x, layer.weight, bias)

backend_of = CpuPlatform.get_attn_backend_cls


def dense(value):
    return value._replace(use_sparse=False) if hasattr(value, "use_sparse") else value


# CPUs have no sparse attention; which attention follows does not matter, as it never runs.
CpuPlatform.get_attn_backend_cls = staticmethod(
    lambda *args, **named: backend_of(*map(dense, args), **{key: dense(value) for key, value in named.items()})
)


@classmethod
def empty_processor(cls, *_, **__):
    """Classes ask processors of pictures and sounds, whose files a case does not have, for sizes of inputs."""
    processor = MagicMock()
    processor.__class__ = AUTO.get(cls.__name__, cls)
    return processor


AUTO = {
    "AutoProcessor": transformers.ProcessorMixin,
    "AutoImageProcessor": ImageProcessingMixin,
    "AutoFeatureExtractor": transformers.FeatureExtractionMixin,
    "AutoVideoProcessor": BaseVideoProcessor,
}
for one in (*AUTO.values(), *(getattr(transformers, name) for name in AUTO)):
    one.from_pretrained = empty_processor
repo_utils.time = SimpleNamespace(sleep=lambda _: None)  # it waits before it reads a file again


class Noting(dict):
    """Buffers of a module that notes each look at one."""

    def __init__(self, values, used):
        super().__init__(values)
        self.used = used

    def __getitem__(self, name):
        self.used.append(name)
        return super().__getitem__(name)


@contextlib.contextmanager
def watched(module):
    """Gives a list, which has an entry for each look at the tables of a rotary module and for each call."""
    used = []
    buffers = module.__dict__["_buffers"]
    ways = [name for name in WAYS if hasattr(module, name)]

    def turned(positions, query, key=None, *_, **__):
        used.append("forward")
        return query, key

    module.__dict__.update({"_buffers": Noting(buffers, used)}, **dict.fromkeys(ways, turned))
    try:
        yield used
    finally:
        module.__dict__["_buffers"] = buffers
        for name in ways:
            del module.__dict__[name]


def architectures_of(fields):
    """The names in the file; without any, one name of its model type, first one that vLLM has."""
    if fields.get("architectures"):
        return fields["architectures"]
    own = registry.ModelRegistry.get_supported_archs()
    names = []
    for mapping in sorted(key for key in vars(modeling_auto) if re.match(r"MODEL_(FOR_\w+_)?MAPPING_NAMES$", key)):
        value = vars(modeling_auto)[mapping].get(fields.get("model_type"), ())
        names += [value] if isinstance(value, str) else value
    return sorted(names, key=lambda name: (name not in own, "ForCausalLM" not in name, "For" not in name))[:1]


def start(config):
    if parallel_state.model_parallel_is_initialized():
        return
    file = os.path.join(tempfile.mkdtemp(), "world")
    with set_current_vllm_config(config):
        parallel_state.init_distributed_environment(1, 0, f"file://{file}", 0, "gloo")
        parallel_state.initialize_model_parallel(1, 1)
    if getattr(parallel_state, "_EP", 0) is None:
        parallel_state._EP = parallel_state._TP
