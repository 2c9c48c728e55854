"""vLLM without a GPU: its ModelConfig reads the file, its model class is built on torch's meta device.

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

import torch
from vllm_cpu import PICTURES, Reached, architectures_of, calls, rotary, sites, start, watched  # isort: skip
from real_positions import RealPositions
from rotation import layers_text, rotation
from runner import REFUSED, Unsettled, merged, message, run
from vllm.config import CacheConfig, DeviceConfig, ModelConfig, VllmConfig, set_current_vllm_config
from vllm.model_executor.model_loader.utils import get_model_architecture

LAYERS = 8  # layers that are built: more if these lack a kind that a list of the file names
DEPTHS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers", "depth", "encoder_layers", "decoder_layers")
LAYER_LIST = re.compile("indices|_ids$|layer_idx")  # lists of the numbers of layers
UNCUT = re.compile("stage_names|out_features|per_layer_config|heterogen")  # configurations that name single layers
PARTS = ("hf_config", "hf_text_config")
PATH_LAYER = re.compile(r"^(.*?)\.(\d+)(?:\.|$)")
ROTARY_CLASS = re.compile(r"Rotary|RoPE|Rope(?![a-z])")
# Fields that say nothing about positions: code of the model's own, weights in kinds that CPUs lack.
DROPPED = ("auto_map", "quantization_config", "compression_config")
MACHINE = re.compile(r"\b(CPU|CUDA|GPU|XPU)\b|backend is avail")  # what a message names that is not about a file
# Operations of the compiled part that a class asks for when it is built; nothing calls them.
OPERATIONS = re.compile(r"'_OpNamespace' '(\w+)' object has no attribute '(\w+)'")
FIELD = re.compile(r"'(\w+Config)' object has no attribute '(\w+)'")
# Fields that a class reads and the file lacks get a value, but none that could say something about positions.
KEPT = re.compile(r"rope|rotary|theta|head|partial|original|position|scaling|sliding|window|hidden_size|layer")
BY_NAME = (("eps", 1e-6), (r"^(use|is|has)_|bias|tie_|norm_topk", False), ("", 4))


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
        if LAYER_LIST.search(key) and isinstance(values, (list, tuple)) and values and all(type(v) is int for v in values):
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


def matrix(module, width, position):
    """(output, input): each basis vector is a token, all of them at one position."""
    forward = getattr(module, "forward_native", module.forward)
    first = None
    for axes in (1, 3):
        at = torch.full((width,) if axes == 1 else (axes, width), position)
        for shape in ((width, width), (width, 1, width)):
            basis = torch.eye(width, dtype=torch.float32).reshape(shape)
            try:
                turned = forward(at, basis.clone(), basis.clone())[0]
                return turned.reshape(width, width).double().numpy().T
            except Exception as error:
                first = first or error
    raise first


def measured(module):
    try:
        width = int(module.head_size)
        with torch.device("cpu"), torch.no_grad():
            facts = rotation(matrix(module, width, 0), matrix(module, width, 1))
    except Exception as error:
        return {"unread": f"{type(module).__name__}: {type(error).__name__}"}
    rows = module.rows_asked
    facts["rows"] = rows[-1] if getattr(module, "use_long_rope", False) else rows[0]
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
        with watched(module) as used, torch.device("meta"), torch.no_grad():
            given = {"positions": torch.zeros(5, dtype=torch.long), "hidden_states": torch.zeros(5, sizes[0])}
            parent.forward(**{name: given.get(name) for name in names if name in given or needs(parent, name)})
    except Reached:
        pass
    except Exception:
        return True
    return bool(used)


def built(model_class, config):
    """The model on the meta device. Fields that it looks for are added; small parameters are real if it must."""
    mode, filled_in = torch.device("meta"), []
    for _ in range(16):
        rotary._ROPE_DICT.clear()
        calls.clear()
        config.compilation_config.static_forward_context.clear()
        try:
            with mode:
                return model_class(vllm_config=config, prefix=""), filled_in
        except AttributeError as error:
            operation, field = OPERATIONS.search(str(error)), FIELD.search(str(error))
            if operation:
                torch.library.define(f"{operation[1]}::{operation[2]}", "(Tensor x) -> Tensor")
            elif field and not KEPT.search(field[2]) and not field[2].endswith("_config"):
                value = next(value for words, value in BY_NAME if re.search(words, field[2]))
                for one in configurations(config.model_config.hf_config):
                    if type(one).__name__ == field[1] and not hasattr(one, field[2]):
                        vars(one)[field[2]] = value
                filled_in.append(field[2])
            else:
                raise
        except (NotImplementedError, RuntimeError) as error:
            if "meta tensor" not in str(error) or isinstance(mode, RealPositions):
                raise
            mode = RealPositions()
    raise Unsettled(f"the class asks for {', '.join(filled_in)} and more")


def by_transformers(hf_config, case):
    """vLLM runs the class of transformers: what that does is executed by its own runner."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "transformers.py")
    if "of_transformers" not in sys.modules:
        spec = importlib.util.spec_from_file_location("of_transformers", path)
        sys.modules["of_transformers"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["of_transformers"])
    return {**sys.modules["of_transformers"].observe(hf_config.to_dict(), case), "backend": "transformers"}


def observe(fields, case):
    with tempfile.TemporaryDirectory() as parent:
        folder = os.path.join(parent, "model")  # messages name it
        os.mkdir(folder)
        with open(os.path.join(folder, "config.json"), "w", encoding="utf8") as file:
            fields = {**fields, "architectures": architectures_of(fields)}
            json.dump({key: value for key, value in fields.items() if key not in DROPPED}, file)
        for name in ("preprocessor_config.json", "processor_config.json"):
            with open(os.path.join(folder, name), "w", encoding="utf8") as file:
                json.dump({**PICTURES, "image_processor": PICTURES}, file)
        options = {"skip_tokenizer_init": True, "enforce_eager": True, "dtype": "float32"}
        try:
            return executed(ModelConfig(model=folder, **options), case)
        except (NotImplementedError, ValueError) as error:
            if MACHINE.search(str(error)):
                raise Unsettled(message(error)) from error
            if fields.get("auto_map") and REFUSED.search(str(error)):
                raise Unsettled("the file brings code of its own") from error
            raise


def executed(model_config, case):
    served = {"served": model_config.max_model_len}
    model_class, _ = get_model_architecture(model_config)
    for one in {id(one): one for part in PARTS for one in configurations(getattr(model_config, part))}.values():
        shorten(one)
    if "Transformers" in model_class.__name__:
        return {**by_transformers(model_config.hf_config, case), **served}
    config = VllmConfig(model_config=model_config, cache_config=CacheConfig(), device_config=DeviceConfig("cpu"))
    if ".cpu." in model_class.__module__:
        raise Unsettled("vLLM has another class for CPUs")
    start(config)
    with set_current_vllm_config(config):
        model, filled_in = built(model_class, config)
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
    places += [(f"{prefix}.rope", rope) for prefix, rope in calls if id(rope) not in held]
    for path, module in places:
        parent = path.rpartition(".")[0]
        place = (id(model.get_submodule(parent)), id(module)) if id(module) in held else (path, id(module))
        if place in seen:
            continue
        seen.add(place)
        if id(module) in held and not is_used(model.get_submodule(parent), module):
            continue
        if id(module) not in known:
            known[id(module)] = measured(module)
        found = PATH_LAYER.match(path)
        stack = found[1] if found else parent
        role = {"role": "indexer"} if "indexer" in path else {}
        observations.append((int(found[2]) if found else None, {"stack": stack, **role, **known[id(module)]}))
        if found and not role:
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


if __name__ == "__main__":
    run(observe, 30, sites)
