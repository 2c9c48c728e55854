"""keras-hub with PyTorch as its backend: its converter reads the file, its backbone is built on torch's meta device.

A backbone is run with tensors that have shapes only. Rotary layers that are called are then called on basis vectors.
SmolLM 3's gives cosines and sines, which go through the function of its attention.
"""

import importlib
import inspect
import json
import os
import pkgutil
import re

os.environ.update(KERAS_BACKEND="torch", TF_CPP_MIN_LOG_LEVEL="3")
import keras
import keras.src.backend.torch.core as core
import keras_hub.src.models as models
import numpy as np
import runner
import torch
from keras_hub.src.models.gpt_oss.gpt_oss_decoder import GptOssTransformerDecoder
from keras_hub.src.models.smollm3 import smollm3_layers, smollm3_utils
from keras_hub.src.utils.transformers.preset_loader import TransformersPresetLoader
from rotation import layers_text, rotation
from runner import merged, message, run

torch.set_num_threads(1)
runner.REFUSED = re.compile(f"{runner.REFUSED.pattern}|has no converter|valid llama3 config|'head_dim'", re.I)
LAYERS = 6  # the fewest with both kinds of layers of Gemma 3
TOWERS = ("vision_config", "audio_config")
DEPTHS = ("num_hidden_layers", "num_layers", "n_layer")
NUMBERED = re.compile(r"^(.*?)_?(\d+)$")
# Fields that a converter needs and the file lacks get a value, but none that could say something about positions.
KEPT = re.compile(
    r"rope|rotary|theta|head|partial|original|position|scaling|hidden_size|layer_types|rope_layer|_config$"
)
BY_NAME = (
    ("eps", 1e-6),
    (r"^(use|is|has)_|bias|tie_|norm_topk", False),
    ("act", "silu"),
    ("drop", 0.0),
    ("num_hidden_layers", 2),
    ("", 8),
)


class Filled(dict):
    def __init__(self, fields, names):
        super().__init__({k: Filled(v, names) if isinstance(v, dict) else v for k, v in fields.items()})
        self.names = names

    def __missing__(self, key):
        if KEPT.search(key):
            raise KeyError(key)
        self.names.append(key)
        return next(value for words, value in BY_NAME if re.search(words, key))


def shorten(fields):
    """Cuts the layers, so that each kind of a list by layers, and the first of a list of layers, is kept."""
    for inner in fields.values():
        if isinstance(inner, dict):
            shorten(inner)
    whole = next((fields[key] for key in DEPTHS if type(fields.get(key)) is int), 0)
    if whole <= LAYERS:
        return
    lists = {k: v for k, v in fields.items() if isinstance(v, list) and len(v) == whole}
    keep = LAYERS
    for values in lists.values():
        texts = [json.dumps(value) for value in values]
        firsts = {texts.index(text) for text in texts}
        keep = max(keep, max(firsts) + 1) if len(firsts) <= 4 else keep
    fields.update({key: keep for key in DEPTHS if fields.get(key) == whole}, **{k: v[:keep] for k, v in lists.items()})


def on_cpu(convert):
    """Layers read numbers from what they compute of positions: without data, these are zeros."""

    def converted(value, *args, **kwargs):
        if isinstance(value, torch.Tensor) and value.is_meta:
            return np.zeros(tuple(value.shape), str(value.dtype).removeprefix("torch."))
        return convert(value, *args, **kwargs)

    return converted


class Recorder:
    def __init__(self):
        self.path, self.found = [], []


RECORDER = Recorder()
called = keras.layers.Layer.__call__


def call(self, *args, **kwargs):
    RECORDER.path.append(self.name)
    try:
        if re.search("Rotary", type(self).__name__) and not re.search("Attention|Vision|2D", type(self).__name__):
            shape = tuple(args[0].shape) if args else ()
            RECORDER.found.append((list(RECORDER.path), self, shape))
        return called(self, *args, **kwargs)
    except Exception:
        # an attention without data stops after its rotary layer, and a text goes on as it came
        given = [kwargs.get("text_embeddings"), *args, *kwargs.values()]
        text = next((one for one in given if isinstance(one, torch.Tensor)), None)
        if text is None or not re.search(
            "(Attention|DeltaNet|VisionEncoder|InterleaveEmbeddings)$", type(self).__name__
        ):
            raise
        return text
    finally:
        RECORDER.path.pop()


keras.layers.Layer.__call__ = call
# Keras calls these symbolically for their shape, which fails in the choice of experts.
GptOssTransformerDecoder.compute_output_shape = lambda self, shape, *_, **__: shape
GptOssTransformerDecoder.compute_output_spec = lambda self, text, *_, **__: keras.KerasTensor(text.shape, text.dtype)
keras.ops.convert_to_numpy = on_cpu(keras.ops.convert_to_numpy)
for one in pkgutil.walk_packages(models.__path__, models.__name__ + "."):
    if one.name.endswith(("attention", "_layers", "embedding")):
        importlib.import_module(one.name)


def matrices(layer, shape):
    """(output, input) at positions 0 and 1: the basis vectors are heads of each token."""
    if isinstance(layer, smollm3_layers.SmolLM3RotaryEmbedding):
        names = ("hidden_size", "num_attention_heads", "max_position_embeddings", "rope_theta", "partial_rotary_factor")
        layer = type(layer)(**{name: getattr(layer, name) for name in names})
        basis = torch.eye(layer.head_dim)[None, :, None].repeat(1, 1, 2, 1)
        cos, sin = layer.call(torch.zeros(1, 2, layer.head_dim))
        out = smollm3_utils.apply_rotary_pos_emb(basis, basis, cos, sin)[0].transpose(1, 2)
    else:
        width = shape[-1]
        out = layer.call(torch.eye(width)[None, None].repeat(1, 2, 1, 1))
    return [out[0, at].detach().double().numpy().T for at in (0, 1)]


def measured(layer, shape):
    try:
        return rotation(*matrices(layer, shape))
    except Exception as error:
        return {"unread": f"{type(layer).__name__}: {type(error).__name__}"}


def empty(one):
    """A tensor of the meta device for an input: a text of five tokens, and no pictures."""
    batch, *rest = one.shape
    dtype = torch.float32 if "float" in one.dtype else torch.int32
    return torch.zeros(1, *(5 if size is None else size for size in rest), dtype=dtype, device="meta")


def observe(fields, _case):
    names = []
    shorten(fields)
    if not fields.get("model_type", "").startswith("gemma"):  # their converters need one
        fields = {key: value for key, value in fields.items() if key not in TOWERS}
    config = Filled(fields, names)
    loader = TransformersPresetLoader.__new__(TransformersPresetLoader)
    loader.preset = None
    TransformersPresetLoader.__init__(loader, None, config)
    converter = loader.converter
    parameters = inspect.signature(converter.convert_backbone_config).parameters
    given = converter.convert_backbone_config(*([config] if len(parameters) == 1 else [config, converter.backbone_cls]))
    RECORDER.path, RECORDER.found = [], []
    keras.backend.clear_session()
    backbone, failed = None, None
    with core.device_scope("meta"), torch.no_grad():
        try:
            backbone = converter.backbone_cls(**given)
            RECORDER.path, RECORDER.found = [], []
            backbone({name: empty(one) for name, one in backbone.input.items()})
        except Exception as error:
            if not RECORDER.found:
                raise
            failed = error
    observations, known, turning = [], {}, set()
    for path, layer, shape in RECORDER.found:
        key = (id(layer), shape)
        if key not in known:
            known[key] = measured(layer, shape)
        number = next((match for match in map(NUMBERED.match, path) if match), None)
        observations.append((int(number[2]) if number else None, {"stack": number[1] if number else "", **known[key]}))
        turning.add(int(number[2]) if number else None)
    depth = getattr(backbone, "num_layers", None)
    still = set(range(depth)) - turning if type(depth) is int and None not in turning else set()
    return {
        "class": converter.backbone_cls.__name__,
        **merged(observations),
        **({"still": layers_text(still)} if still and turning and failed is None else {}),
        **({"partial": message(failed)} if failed is not None else {}),
        **({"filled": sorted(set(names))} if names else {}),
    }


if __name__ == "__main__":
    run(observe, 60)
