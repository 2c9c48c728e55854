"""transformers: the model class of each configuration, run on a few tokens with real positions.

Every function or method of a modeling file whose name says rotary or rope is wrapped. At its first call with given tables it is
called again on basis vectors, which gives its matrix at each position. No line is about one model.
"""

import copy
import gc
import hashlib
import importlib
import inspect
import os
import re
import sys
import warnings

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
warnings.filterwarnings("ignore")
import torch
import transformers
from real_positions import RealPositions, noise, tensors
from rotation import layers_text, rotation
from runner import Unsettled, merged, message, run, settles
from transformers import PreTrainedModel
from transformers.models.auto import configuration_auto, modeling_auto

torch.set_num_threads(1)
torch.manual_seed(0)
TOKENS = 13
ROTATES = re.compile(r"apply.*(rot|rope)|multidimensional_rope|(^|_)rope($|_)|rotary_emb$|rotary_pos", re.I)
HELPER = re.compile(
    r"index|compute_|get_|init|validate|update|standardi|param|is_|has_|positions?_ids|check|default|config|freqs$"
    r"|^rotary_pos_emb$",
    re.I,
)
ROTARY_CLASS = re.compile(r"Rotary|RoPE|Rope")
LAYER = re.compile(r"^(.*?(?:layers?|h|blocks?|block|encoder|decoder))\.(\d+)(?:\.|$)")


def without_values(*values, **options):
    """Weights have no values: initialisation returns its tensor."""
    return values[0] if values else options.get("tensor")


for name in [name for name in vars(torch.nn.init) if name.endswith("_") and not name.startswith("_")]:
    setattr(torch.nn.init, name, without_values)
PreTrainedModel.init_weights = lambda self: None
for one in (torch.nn.Linear, torch.nn.Embedding, torch.nn.Conv1d, torch.nn.Conv2d, torch.nn.Conv3d):
    one.reset_parameters = lambda self: None


class Recorder:
    """Rotations by the path of the module that called them."""

    def __init__(self):
        self.paths, self.found, self.known, self.running, self.inside = [], [], {}, False, False

    def call(self, function, args, kwargs):
        result = function(*args, **kwargs)
        if self.running and not self.inside:
            self.inside = True
            try:
                self.observe(function, args, kwargs, result)
            finally:
                self.inside = False
        return result

    def observe(self, function, args, kwargs, result):
        given = [*args, *kwargs.values()]
        shapes = [tuple(one.shape) for one in tensors(result)]
        at = next((i for i, one in enumerate(given) if rotated_argument(one, shapes)), None)
        if at is None:
            return
        key = hashlib.sha1(repr((function.__qualname__, tuple(given[at].shape), at)).encode())
        for one in given[at + 1 :]:
            if isinstance(one, torch.Tensor) and tuple(one.shape) in shapes:
                continue
            for table in tensors(one):
                if not table.is_meta:
                    real = torch.view_as_real(table) if table.is_complex() else table
                    key.update(real.detach().to(torch.float32).contiguous().numpy().tobytes())
        key = key.hexdigest()
        if key not in self.known:
            try:
                self.known[key] = rotation(*matrices(function, args, kwargs, at))
            except ValueError as error:
                self.known[key] = {"unread": f"{function.__name__}: {error}"}
        self.found.append((self.paths[-1] if self.paths else "", self.known[key]))


def rotated_argument(value, shapes):
    if not isinstance(value, torch.Tensor) or value.dim() < 2 or not (value.is_floating_point() or value.is_complex()):
        return False
    return tuple(value.shape) in shapes


def matrices(function, args, kwargs, at):
    """(output, input) matrices at positions 0 and 1, from one call for each basis vector."""
    target = [*args, *kwargs.values()][at]
    width = target.shape[-1]
    if width > 1024:
        raise ValueError(f"a width of {width}")
    axes = [axis for axis in range(target.dim() - 1) if target.shape[axis] == TOKENS]
    if not axes:
        raise ValueError("no axis of tokens")
    where = [0] * (target.dim() - 1)
    where[axes[-1]] = slice(0, 2)

    def at_positions(vector):
        probe = torch.zeros_like(target, dtype=torch.float32) + vector
        if at < len(args):
            out = function(*args[:at], probe, *args[at + 1 :], **kwargs)
        else:
            out = function(*args, **{**kwargs, list(kwargs)[at - len(args)]: probe})
        out = out[0] if isinstance(out, (tuple, list)) else out
        return out[tuple(where)].double()

    still = at_positions(torch.zeros(width))
    columns = [at_positions(row) - still for row in torch.eye(width)]
    both = torch.stack(columns, -1)
    return both[0].numpy(), both[1].numpy()


recorder = Recorder()
wrapped_modules = set()


def wrapper(function):
    def wrapped(*args, **kwargs):
        return recorder.call(function, args, kwargs)

    wrapped.__wrapped__ = function
    wrapped.__name__, wrapped.__qualname__ = function.__name__, function.__qualname__
    return wrapped


def wrap_rotations():
    """Functions and methods of modeling files that are imported by now."""
    names = [name for name in sys.modules if name.startswith("transformers.models.") and ".modeling_" in name]
    for name in set(names) - wrapped_modules:
        wrapped_modules.add(name)
        module = sys.modules[name]
        for key, value in list(vars(module).items()):
            if inspect.isfunction(value) and is_rotation(key, value):
                setattr(module, key, wrapper(value))
            elif inspect.isclass(value) and value.__module__ == name and issubclass(value, torch.nn.Module):
                for own, method in list(vars(value).items()):
                    if isinstance(method, staticmethod) and is_rotation(own, method.__func__):
                        setattr(value, own, staticmethod(wrapper(method.__func__)))
                    elif inspect.isfunction(method) and is_rotation(own, method):
                        setattr(value, own, wrapper(method))


def is_rotation(name, function):
    return bool(ROTATES.search(name)) and not HELPER.search(name) and not hasattr(function, "__wrapped__")


def hook(model):
    """Says which module is running, and finds rotary modules that rotate their own arguments."""
    names = {}
    for name, module in model.named_modules():
        names.setdefault(id(module), name)

    def before(module, args, kwargs):
        recorder.paths.append(names[id(module)])

    def after(module, args, kwargs, result):
        while recorder.paths and recorder.paths.pop() != names[id(module)]:
            pass
        if ROTARY_CLASS.search(type(module).__name__) and recorder.running and not recorder.inside:
            shapes = [tuple(one.shape) for one in tensors(result)]
            if any(rotated_argument(one, shapes) and one.dim() > 2 for one in (*args, *kwargs.values())):
                recorder.inside = True
                try:
                    recorder.observe(module.forward, args, kwargs, result)
                finally:
                    recorder.inside = False

    for module in model.modules():
        module.register_forward_pre_hook(before, with_kwargs=True)
        module.register_forward_hook(after, with_kwargs=True)


def class_of(config, architecture):
    """The base model of a configuration class, else the class that the file or a mapping names."""
    names = [modeling_auto.MODEL_MAPPING_NAMES.get(config.model_type), architecture]
    for mapping in sorted(key for key in vars(modeling_auto) if re.match(r"MODEL_FOR_\w+_MAPPING_NAMES$", key)):
        names.append(vars(modeling_auto)[mapping].get(config.model_type))
    for name in names:
        for one in name if isinstance(name, (tuple, list)) else (name,):
            found = getattr(transformers, one, None) if one else None
            if found is not None and hasattr(found, "_from_config"):
                return found
    module = type(config).__module__.replace(".configuration_", ".modeling_")
    classes = [
        value
        for value in vars(importlib.import_module(module)).values()
        if inspect.isclass(value)
        and issubclass(value, PreTrainedModel)
        and getattr(value, "config_class", None) is type(config)
        and "forward" in vars(value)
    ]
    if not classes:
        raise Unsettled("no model class has this configuration")
    return min(classes, key=lambda one: (bool(re.search("For[A-Z]|PreTrained", one.__name__)), len(one.__name__)))


def size(config, *names, otherwise):
    for name in names:
        value = getattr(config, name, None)
        value = value[0] if isinstance(value, (tuple, list)) and value else value
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
    return otherwise


def inputs(model, config):
    """Inputs to try, in the order of what says most: tokens, then pictures and sounds."""
    parameters = inspect.signature(model.forward).parameters
    text = getattr(config, "text_config", None) or config
    ids = torch.arange(TOKENS)[None] % min(size(text, "vocab_size", otherwise=50), 50)
    vision = getattr(config, "vision_config", None) or config
    side = size(vision, "image_size", "input_size", otherwise=224)
    channels = size(vision, "num_channels", "in_channels", "in_chans", otherwise=3)
    mel = size(config, "num_mel_bins", "input_feat_per_channel", "num_mels", otherwise=80)
    hidden = size(config, "hidden_size", "d_model", "embed_dim", otherwise=64)
    pool = {
        "input_ids": [ids],
        "pixel_values": [torch.zeros(1, channels, side, side), torch.zeros(1, 4, channels, side, side)],
        "input_features": [torch.zeros(1, mel, 3000), torch.zeros(1, 200, mel)],
        "input_values": [torch.zeros(1, 16000), torch.zeros(1, 1, 16000), torch.zeros(1, 1024, 128)],
        "inputs_embeds": [torch.zeros(1, TOKENS, hidden)],
        "hidden_states": [torch.zeros(1, TOKENS, hidden)],
    }
    needed = {
        name
        for name, one in parameters.items()
        if one.default is inspect.Parameter.empty and one.kind is one.POSITIONAL_OR_KEYWORD
    }
    extra = {
        "decoder_input_ids": ids,
        "bbox": torch.zeros(1, TOKENS, 4, dtype=torch.long),
        "position_ids": torch.arange(TOKENS)[None],
        "attention_mask": torch.ones(1, TOKENS, dtype=torch.long),
        "grid_thw": torch.tensor([[1, 4, 4]]),
    }
    for name in sorted(set(pool) & set(parameters), key=list(pool).index):
        for value in pool[name]:
            given = {name: value}
            for other in needed - {name}:
                if other in extra or other in pool:
                    given[other] = extra[other] if other in extra else pool[other][0]
            yield given
            if "decoder_input_ids" in parameters and name != "decoder_input_ids":
                yield {**given, "decoder_input_ids": ids}


def built(model_class, config):
    """The model with its attention as plain code; sizes of parameters that stay real are raised if it cannot be built."""
    first = None
    for attention, most in (("eager", 70_000), (None, 70_000), ("eager", 5_000_000)):
        mode = RealPositions(most)
        try:
            with mode, torch.no_grad():
                options = {"attn_implementation": attention} if attention else {}
                return model_class._from_config(copy.deepcopy(config), **options).eval(), mode
        except Exception as error:
            first = first or error
    raise first


def observe(fields, _case):
    global recorder
    recorder = Recorder()
    model_type = fields.get("model_type")
    if model_type not in configuration_auto.CONFIG_MAPPING_NAMES:
        if fields.get("auto_map"):
            raise Unsettled("the file brings code of its own")
        raise ValueError(f"model type {model_type} is not supported")
    config = configuration_auto.CONFIG_MAPPING[model_type].from_dict(
        {key: value for key, value in fields.items() if key not in ("transformers_version", "auto_map")}
    )
    model_class = class_of(config, next(iter(fields.get("architectures") or []), None))
    model, mode = built(model_class, config)
    mode.building = False
    wrap_rotations()
    for parameter in model.parameters():
        if not parameter.is_meta and parameter.is_floating_point() and parameter.dim() < 2:
            parameter.data.fill_(1.0)
    hook(model)
    stopped = run_once(model, config, mode)
    answer = {"class": model_class.__name__, **grouped(model)}
    if stopped is not None:
        answer.pop("stillByStack", None)
        if not answer["rotations"] and settles(stopped):
            raise stopped
        if not answer["rotations"]:
            raise Unsettled(message(stopped))
        answer["partial"] = message(stopped)
    del model
    gc.collect()
    return answer


def run_once(model, config, mode):
    """Runs the first inputs that the model takes; returns the error of the most promising ones if none is taken."""
    first, most = None, -1
    for given in inputs(model, config):
        recorder.paths, recorder.found, recorder.running = [], [], True
        if "use_cache" in inspect.signature(model.forward).parameters:
            given["use_cache"] = False
        try:
            with torch.no_grad(), mode:
                model(**given)
            return None
        except Exception as error:
            if len(recorder.found) > most:
                first, most, kept = error, len(recorder.found), recorder.found
        finally:
            recorder.running = False
    if first is None:
        raise Unsettled("the runner has no input for this model")
    recorder.found = kept
    return first


def grouped(model):
    """Rotations by stack of layers, and the layers of a stack that turns elsewhere which do not turn."""
    observations, turning = [], {}
    for path, facts in recorder.found:
        found = LAYER.match(path)
        stack = found[1] if found else path
        role = {"role": "indexer"} if "indexer" in path else {}
        observations.append((int(found[2]) if found else None, {"stack": stack, **role, **facts}))
        if found and not role:
            turning.setdefault(stack, set()).add(int(found[2]))
    still = {}
    for stack, layers in turning.items():
        rest = set(range(len(model.get_submodule(stack)))) - layers
        if rest:
            still[stack] = layers_text(rest)
    return {**merged(observations), **({"stillByStack": still} if still else {})}


if __name__ == "__main__":
    run(observe, seconds=60)
