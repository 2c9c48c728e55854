"""SGLang without a GPU: what is put in place of its compiled parts, and what is watched in it. Load it before SGLang."""

import contextlib
import importlib.abc
import importlib.machinery
import inspect
import os
import sys
import tempfile
import types
import warnings
from pathlib import Path
from unittest.mock import MagicMock

os.environ.update(
    SGLANG_USE_CPU_ENGINE="1",
    SGLANG_FORCE_FUSED_OP_BACKEND="torch",
    SGLANG_LOG_LEVEL="error",
    TRANSFORMERS_VERBOSITY="error",
    RANK="0",
    WORLD_SIZE="1",
    LOCAL_RANK="0",
)
warnings.filterwarnings("ignore")


class Compiled(types.ModuleType):
    """A module of kernels: names in it can be imported, and nothing calls them."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return MagicMock(name=f"{self.__name__}.{name}")


class Kernels(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds packages of kernels, which need CUDA, in place of their wheels."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("sgl_kernel", "cutlass", "quack"):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Compiled(spec.name)

    def exec_module(self, module):
        pass


sys.meta_path.append(Kernels())
import torch
from architecture import architecture_of

find_operation = torch._ops._OpNamespace.__getattr__


def declared(self, name):
    """An operation of the kernels for CPUs that a module looks up when it is loaded; nothing calls it."""
    try:
        return find_operation(self, name)
    except AttributeError:
        if self.name != "sgl_kernel" or not name.endswith("_cpu"):
            raise
        return MagicMock(name=name)


torch._ops._OpNamespace.__getattr__ = declared
torch.cpu._is_amx_tile_supported = lambda: False  # answers must not depend on the machine's CPU
import sglang.srt.layers.rotary_embedding as rotary
from runner import Sites, calls_in
from sglang.srt.layers.rotary_embedding import factory
from transformers.models.auto import modeling_auto

torch.set_num_threads(1)
ROWS = 16  # of a table, which is enough for positions 0 and 1
LONG = 4096  # longer tables are cut, except those of which only a part serves
WAYS = ("forward", "forward_native", "forward_cuda", "forward_cpu")

arange = torch.arange
torch.cuda.current_device = lambda: "meta"
torch.cuda.Stream = torch.cuda.Event = torch.cuda.current_stream = MagicMock()
torch.nn.Module.to = lambda self, *_, **__: self  # tensors of the meta device have nothing to move


class Tables:
    """While a table is made, its positions are on the CPU and few; the length that was asked for is kept."""

    def __init__(self):
        self.inside, self.asked = False, None

    def arange(self, *args, **kwargs):
        if len(args) in (1, 2) and args[-1] > LONG:
            first = args[0] if len(args) == 2 else 0
            self.asked = -int(-(args[-1] - first) // 1)
            args = (*args[:-1], first + ROWS)
        return arange(*args, **kwargs)

    def wrap(self, method):
        def made(module, *args, **kwargs):
            if self.inside:
                return method(module, *args, **kwargs)
            self.inside, self.asked = True, None
            # The first of two tables is indexed by its length, so both stay whole.
            torch.arange = arange if hasattr(module, "short_factor") else self.arange
            try:
                with torch.device("cpu"):
                    table = method(module, *args, **kwargs)
            finally:
                self.inside, torch.arange = False, arange
            module.__dict__.setdefault("rows_asked", []).append(self.asked or len(table))
            return table

        return made


tables = Tables()


def on_cpu(method):
    def made(*args, **kwargs):
        with torch.device("cpu"):
            return method(*args, **kwargs)

    return made


def watch(package):
    """Rotary classes of the modules of a package: tables are real and short, frequencies without a table real."""
    found = {}
    for name, module in list(sys.modules.items()):
        if name.startswith(package + "."):
            found.update((id(value), value) for value in vars(module).values() if inspect.isclass(value))
    for value in found.values():
        own = value.__module__.startswith(package + ".")
        if own and "_compute_cos_sin_cache" in vars(value):
            value._compute_cos_sin_cache = tables.wrap(value._compute_cos_sin_cache)
        elif own and value.__name__.endswith("RotaryEmbedding") and not hasattr(value, "_compute_cos_sin_cache"):
            value.__init__ = on_cpu(value.__init__)


watch(rotary.__name__)

NAMES = ("get_rope", "get_rope_wrapper")
calls = []
sites = Sites(calls_in(os.path.join(os.path.dirname(rotary.__file__), "../.."), NAMES))


def recorded(function):
    """The function, which notes who called it. A GPU is assumed, as get_rope_cpu knows one type of scaling alone."""
    signature = inspect.signature(function)

    def noted(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.arguments["dtype"] = torch.float32
        bound.arguments.pop("device", None)
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
            rope = function(*bound.args, **bound.kwargs)
        except Exception as error:
            raise type(error)(f"get_rope: {error}") from error  # the message says that it is about positions
        calls.append((prefix, rope))
        return rope

    return noted


for name in NAMES:
    setattr(rotary, name, recorded(getattr(factory, name)))

from sglang.srt.layers.attention.mamba import mamba

for name in ("causal_conv1d_fn", "causal_conv1d_update", "causal_conv1d_fn_triton", "causal_conv1d_update_triton"):
    vars(mamba).setdefault(name, None)  # kernels for GPUs, which models import from here
from sglang.srt import runtime_context
from sglang.srt.distributed import parallel_state
from sglang.srt.layers import radix_attention, radix_linear_attention
from sglang.srt.models.registry import ModelRegistry
from sglang.srt.server_args import ServerArgs

watch("sglang.srt.models")
MODELS = os.path.dirname(sys.modules[ModelRegistry.__module__].__file__)
# The text of modules that could not be imported: their classes are in no registry.
unknown = "".join(
    path.read_text(encoding="utf8")
    for path in sorted(Path(MODELS).glob("*.py"))
    if f"sglang.srt.models.{path.stem}" not in sys.modules
)


class Reached(Exception):
    """A layer came to its attention, before which it rotates."""


def reached(*_, **__):
    raise Reached


radix_attention.RadixAttention.forward = reached
radix_linear_attention.RadixLinearAttention.forward = reached


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
    """The names in the file; without any, one name of its model type, first one that SGLang has."""
    if fields.get("architectures"):
        return fields["architectures"]
    own = ModelRegistry.get_supported_archs()
    use = "ForConditionalGeneration" if "text_config" in fields else "ForCausalLM"
    names = []
    for mapping in sorted(
        key for key in vars(modeling_auto) if key.endswith("MAPPING_NAMES") and key.startswith("MODEL_")
    ):
        value = vars(modeling_auto)[mapping].get(fields.get("model_type"), ())
        names += [value] if isinstance(value, str) else value
    names = sorted(names, key=lambda name: (name not in own, use not in name, "For" not in name))[:1]
    return names or [name for name in [architecture_of(fields, own)] if name]


def start(folder):
    """A world of one process, with the settings of a server that serves the model of this folder."""
    settings = ServerArgs(model_path=folder, device="cpu", skip_tokenizer_init=True, dtype="float32")
    settings.resolve_once()
    runtime_context.publish(settings, role="scheduler", ranks=runtime_context.SpawnRanks(world_rank=0))
    file = os.path.join(tempfile.mkdtemp(), "world")
    parallel_state.init_distributed_environment(1, 0, f"file://{file}", 0, "gloo")
    parallel_state.initialize_model_parallel(backend="gloo")
