"""SGLang without a GPU: its ModelConfig reads the file, its loader builds the model class on torch's meta device.

Tables of rotary modules are real and short: the modules that a class keeps are called on basis vectors after the class
has changed them. The attention of each layer is run on empty tensors, which shows if it calls its rotary module.
"""

import gc
import importlib.util
import inspect
import json
import os
import re
import sys
import tempfile


def beside(name):
    """A module of this folder, which is not on the path: its files have the names of packages."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    key = f"beside_{name}"
    if key not in sys.modules:
        spec = importlib.util.spec_from_file_location(key, path)
        sys.modules[key] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[key])
    return sys.modules[key]


cpu = beside("sglang_cpu")
import torch
from real_positions import RealPositions
from rotation import layers_text, rotation
from runner import REFUSED, Unsettled, merged, message, place, run
from sglang.srt.configs.load_config import LoadConfig
from sglang.srt.configs.model_config import ModelConfig
from sglang.srt.layers.rotary_embedding import factory
from sglang.srt.model_loader.loader import _initialize_model
from sglang.srt.model_loader.utils import get_model_architecture

LAYERS = 8  # layers that are built: more if these lack a kind that a list of the file names
DEPTHS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers", "depth", "encoder_layers", "decoder_layers")
LAYER_LIST = re.compile("indices|_ids$|layer_idx")  # lists of the numbers of layers
UNCUT = re.compile("stage_names|out_features|per_layer_config|heterogen")  # configurations that name single layers
PARTS = ("hf_config", "hf_text_config")
PATH_LAYER = re.compile(r"^(.*?)\.(\d+)(?:\.|$)")
ROTARY_CLASS = re.compile(r"Rotary|RoPE|Rope(?![a-z])")
# Fields that say nothing about positions: code of the model's own, weights in kinds that CPUs lack.
DROPPED = ("auto_map", "quantization_config", "compression_config")
# A message names a machine, or kernels: it is not about a file.
MACHINE = re.compile(
    r"\b(CPU|CUDA|GPU|XPU|NVIDIA|sgl_kernel|flashinfer|aiter|triton|cutlass|tvm)\b|kernel|backend is", re.I
)
# SGLang has no class for the model and cannot run that of transformers, or cannot tell the width of its heads.
LACKING = re.compile("Cannot find model module|has no SGLang implementation and|is a per-layer attribute", re.I)
FIELD = re.compile(r"'(\w+Config\w*)' object has no attribute '(\w+)'")
# Fields that a class reads and the file lacks get a value, but none that could say something about positions.
KEPT = re.compile(r"rope|rotary|theta|head|partial|original|position|scaling|sliding|window|hidden_size|(?<!moe_)layer")
BY_NAME = (
    ("eps", 1e-6),
    (r"_act$|activation", "gelu_pytorch_tanh"),
    (r"^(use|is|has)_|bias|tie_|norm_topk", False),
    ("", 4),
)


def configurations(config, seen=None):
    """A configuration and those within it."""
    seen = {} if seen is None else seen
    if id(config) not in seen:
        seen[id(config)] = config
        for value in list(vars(config).values()):
            if hasattr(value, "to_dict") and hasattr(value, "__dict__"):
                configurations(value, seen)
    return list(seen.values())


def shorten(config):
    """Cuts the layers, so that each kind of a list by layers, and the first of a list of layers, is kept."""
    fields = vars(config)
    if any(UNCUT.search(key) for key in fields):
        return
    counts = {key: fields[key] for key in DEPTHS if type(fields.get(key)) is int and fields[key] > LAYERS}
    if len(set(counts.values())) != 1:
        return
    whole, keep = next(iter(counts.values())), LAYERS
    lists = {k: v for k, v in fields.items() if isinstance(v, (list, tuple)) and len(v) == whole}
    for values in lists.values():
        texts = [json.dumps(value, default=str) for value in values]
        firsts = {texts.index(text) for text in texts}
        keep = max(keep, max(firsts) + 1) if len(firsts) <= 4 else keep
    for key, values in fields.items():
        if (
            LAYER_LIST.search(key)
            and isinstance(values, (list, tuple))
            and values
            and all(type(v) is int for v in values)
        ):
            keep = max(keep, min(values) + 1) if len(values) < whole and max(values) < whole else keep
    fields.update(dict.fromkeys(counts, keep), **{key: values[:keep] for key, values in lists.items()})


def is_rotary(module):
    name = type(module).__name__
    return hasattr(module, "rows_asked") or (
        bool(ROTARY_CLASS.search(name))
        and not re.search("Attention|Block|Encoder|MLP|Model|ApplyRotary", name)
        and not any(is_rotary(child) for child in module.children())
        and not list(module.parameters())
    )


def by_call(module, width, at):
    """(output, input): each basis vector is a token of a query; tokens have these positions."""
    forward = getattr(module, "forward_native", module.forward)
    first = None
    for axes in (1, 3):
        positions = at if axes == 1 else at.expand(axes, -1)
        for shape in ((len(at), 1, width), (len(at), width)):
            basis = torch.zeros(len(at), width)
            basis[:width] = torch.eye(width)
            query = basis.reshape(shape)
            try:
                turned = forward(positions, query.clone(), query.clone())[0]
                return turned.reshape(len(at), width)[:width].double().numpy().T
            except Exception as error:
                first = first or error
    raise first


def by_cosines(module, width, at):
    """The matrix of a module that gives cosines and sines, which the layer then multiplies halves by."""
    cosines, sines = module(torch.zeros(1), at[None, :1])
    cosines, sines = (one.reshape(-1).double().numpy() for one in (cosines, sines))
    if len(cosines) != width:
        raise ValueError(f"{len(cosines)} cosines")
    matrix, half = torch.zeros(width, width).double().numpy(), width // 2
    for channel in range(width):
        matrix[channel, channel] = cosines[channel]
        matrix[channel, (channel + half) % width] = sines[channel] * (-1 if channel < half else 1)
    return matrix


def measured(module, beyond=None):
    """Facts of a rotation. beyond: a position of one more token, by which LongRoPE chooses the table of all."""
    try:
        gives_cosines = not hasattr(module, "head_size")
        width = int(module.inv_freq.shape[-1] * 2 if gives_cosines else module.head_size)
        matrix = by_cosines if gives_cosines else by_call
        more = [] if beyond is None else [beyond]
        with torch.device("cpu"), torch.no_grad():
            facts = rotation(*(matrix(module, width, torch.tensor([position] * width + more)) for position in (0, 1)))
    except Exception as error:
        return {"unread": f"{type(module).__name__}: {type(error).__name__}"}
    rows = getattr(module, "rows_asked", None)
    if rows:
        facts["rows"] = rows[0] if beyond is None else rows[-1]
    return facts


def needs(module, name):
    parameter = inspect.signature(module.forward).parameters[name]
    return parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD


def is_used(parent, module):
    """False if the attention of a layer runs to its end, or to where it attends, without its rotary module."""
    names = list(inspect.signature(parent.forward).parameters)
    if not {"positions", "hidden_states"} <= set(names[:3]):
        return True
    sizes = [m.input_size for m in parent.modules() if isinstance(getattr(m, "input_size", None), int)]
    try:
        with cpu.watched(module) as used, torch.device("meta"), torch.no_grad():
            given = {"positions": torch.zeros(5, dtype=torch.long), "hidden_states": torch.zeros(5, sizes[0])}
            given["position_embeddings"] = (torch.zeros(5, module.head_size), torch.zeros(5, module.head_size))
            parent.forward(**{name: given.get(name) for name in names if name in given or needs(parent, name)})
    except cpu.Reached:
        pass
    except Exception:
        return True
    return bool(used)


def built(config):
    """The model on the meta device. Fields that it looks for are added; small parameters are real if it must."""
    mode, filled_in = torch.device("meta"), []
    for _ in range(16):
        factory._ROPE_DICT.clear()
        cpu.calls.clear()
        try:
            with mode:
                return _initialize_model(config, LoadConfig()), filled_in
        except AttributeError as error:
            field = FIELD.search(str(error))
            if not field or KEPT.search(field[2]) or field[2].endswith("_config"):
                raise
            value = next(value for words, value in BY_NAME if re.search(words, field[2]))
            for one in configurations(config.hf_config):
                if type(one).__name__ == field[1] and not hasattr(one, field[2]):
                    vars(one)[field[2]] = value
            filled_in.append(field[2])
        except (NotImplementedError, RuntimeError) as error:
            if "meta tensor" not in str(error) or isinstance(mode, RealPositions):
                raise
            mode = RealPositions()
    raise Unsettled(f"the class asks for {', '.join(filled_in)} and more")


def observe(fields, case):
    with tempfile.TemporaryDirectory() as parent:
        folder = os.path.join(parent, "model")  # messages name it
        os.mkdir(folder)
        with open(os.path.join(folder, "config.json"), "w", encoding="utf8") as file:
            fields = {**fields, "architectures": cpu.architectures_of(fields)}
            json.dump({key: value for key, value in fields.items() if key not in DROPPED}, file)
        try:
            return executed(ModelConfig(folder, trust_remote_code=False, dtype="float32"), case)
        except Exception as error:
            if LACKING.search(str(error)):
                if any(f"class {name}(" in cpu.unknown for name in fields["architectures"]):
                    raise Unsettled("the module of its class needs kernels") from error
                return {"error": message(error), "at": place(error)}
            if MACHINE.search(str(error)):
                raise Unsettled(message(error)) from error
            if fields.get("auto_map") and REFUSED.search(str(error)):
                raise Unsettled("the file brings code of its own") from error
            raise


def executed(config, case):
    served = {"served": config.context_len}
    model_class, name = get_model_architecture(config)
    for one in {id(one): one for part in PARTS for one in configurations(getattr(config, part))}.values():
        shorten(one)
        for key in ("linear_num_key_heads", "linear_num_value_heads"):  # as start-up on a CPU does
            if hasattr(one, key) and not hasattr(one, f"{key}_cpu"):
                setattr(one, f"{key}_cpu", getattr(one, key))
    if name.startswith("Transformers"):  # what that class does is executed by its own runner
        facts = beside("transformers").observe(config.hf_config.to_dict(), case)
        return {**facts, "backend": "transformers", **served}
    model, filled_in = built(config)
    answer = {"class": model_class.__name__, **served, **rotations(model)}
    if filled_in:
        answer["filled"] = filled_in
    del model
    gc.collect()
    return answer


def rotations(model):
    seen, known, observations, turning = set(), {}, [], {}  # a layer may have several paths
    places = [(path, module) for path, module in model.named_modules(remove_duplicate=False) if is_rotary(module)]
    held = {id(module) for _, module in places}
    places += [(f"{prefix}.rope", rope) for prefix, rope in cpu.calls if id(rope) not in held]
    for path, module in places:
        parent = path.rpartition(".")[0]
        where = (id(model.get_submodule(parent)), id(module)) if id(module) in held else (path, id(module))
        if where in seen:
            continue
        seen.add(where)
        if id(module) in held and not is_used(model.get_submodule(parent), module):
            continue
        if id(module) not in known:
            by_own = hasattr(model.get_submodule(parent), "freqs_cis")  # DeepSeek V4: its kernels read this table instead
            known[id(module)] = [({}, {"unread": "freqs_cis"} if by_own else measured(module))]
            if hasattr(module, "short_factor"):  # chosen by the positions of a batch
                known[id(module)].append(
                    ({"role": "long"}, measured(module, module.original_max_position_embeddings + 1))
                )
        found = PATH_LAYER.match(path)
        stack = found[1] if found else parent
        indexer = {"role": "indexer"} if "indexer" in path else {}
        for role, facts in known[id(module)]:
            observations.append((int(found[2]) if found else None, {"stack": stack, **role, **indexer, **facts}))
        if found and not indexer:
            turning.setdefault(stack, set()).add(int(found[2]))
    still, depth = {}, {}
    for path, module in model.named_modules():
        if isinstance(module, torch.nn.ModuleList) and (path in turning or path.endswith("layers")):
            depth[path] = len(module)
            rest = set(range(len(module))) - turning.get(path, set())
            if rest and path in turning:
                still[path] = layers_text(rest)
    scales = {vars(m)["scaling"] for m in model.modules() if type(vars(m).get("scaling")) is float}
    return {
        **merged(observations),
        **({"stillByStack": still} if still else {}),
        **({"depthByStack": depth} if depth else {}),
        **({"scales": sorted(scales)} if scales else {}),
    }


def serving(folder):
    """A server of a small model is configured, from which classes read settings that no file has."""
    small = {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 64, "num_attention_heads": 4}
    with open(os.path.join(folder, "config.json"), "w", encoding="utf8") as file:
        json.dump(small, file)
    cpu.start(folder)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as served_folder:
        serving(served_folder)
        run(observe, 30, cpu.sites)
