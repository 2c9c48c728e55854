"""exllamav3 without a GPU: the Config and Model class of each file, and the class RoPE on basis vectors.

Modules have no weights before a model is loaded, so models have their full size. The kernel needs CUDA: the engine's
own functions in torch turn the vectors instead. Required fields that are not about positions are filled in.
"""

import json
import re
import sys
import tempfile
import types
from pathlib import Path
from unittest.mock import MagicMock

import torch
from architecture import architecture_of

extension = types.ModuleType("exllamav3.ext")
extension.exllamav3_ext = MagicMock()
sys.modules[extension.__name__] = extension

import exllamav3
from exllamav3.architecture.architectures import get_architectures
from exllamav3.util import rope as ropes
from exllamav3.util.file import no_default, read_dict
from rotation import rotation
from runner import Unsettled, merged, run

# The image processors whose names classes of images and text compare.
PROCESSORS = {
    "Gemma3ForConditionalGeneration": "Gemma3ImageProcessor",
    "Mistral3ForConditionalGeneration": "PixtralImageProcessor",
    "Glm4vForConditionalGeneration": "Glm4vImageProcessor",
    "Glm4vMoeForConditionalGeneration": "Glm4vImageProcessor",
}
POSITIONS = re.compile(
    r"rope|rotary|theta|(?<!num_)position|partial|(^|>)((global|swa|attention)_)?head_dim|sliding|layer_types"
)
# Types of towers that classes accept, for files without one.
TOWERS = {"Qwen3": "qwen3_vl", "Glm4v": "glm4v"}
SIZES = {
    **{"vocab_size": 64, "hidden_size": 512, "num_attention_heads": 8, "num_hidden_layers": 12, "patch_size": 14},
    **{"hidden_act": "silu", "image_mean": [0.5] * 3, "image_std": [0.5] * 3, "num_experts_per_tok": 2},
}
LISTS_BY_LAYER = ("layer_types", "no_rope_layers")
OF_TEXT = ("text_config", "hidden_size", "num_attention_heads")  # never filled in if the file has them elsewhere
BY_TYPE = {int: 4, float: 1e-6, str: "", bool: False, list: [], dict: {}}
filled = set()


def read(input_dict, expected_types, keys, default=no_default, *args, **options):
    """read_dict, but for what a file lacks that is not about positions."""
    names = [keys] if isinstance(keys, str) else keys
    try:
        return read_dict(input_dict, expected_types, keys, default, *args, **options)
    except ValueError as error:
        if default is not no_default or any(POSITIONS.search(name) and "vision" not in name for name in names):
            raise
        place, _, key = names[0].rpartition("->")
        other = input_dict if place or key == "text_config" else input_dict.get("text_config")
        if place in ("", "text_config") and key in OF_TEXT and "hidden_size" in (other or ()):
            raise ValueError(f"{error}; their place in the file is not supported") from error
    filled.add(names[0])
    if key == "num_hidden_layers":
        fields = input_dict.get(place) or input_dict
        return next((len(fields[one]) for one in LISTS_BY_LAYER if fields.get(one)), SIZES[key])
    kind = expected_types[0] if isinstance(expected_types, list) else expected_types
    return SIZES.get(key, BY_TYPE.get(kind))


for name, module in list(sys.modules.items()):
    if name.startswith("exllamav3.") and getattr(module, "read_dict", None) is read_dict:
        module.read_dict = read


def built(config, folder):
    architecture = config["architectures"][0]
    config.setdefault("vocab_size", SIZES["vocab_size"])
    tower = next((kind for name, kind in TOWERS.items() if architecture.startswith(name)), None)
    if tower and architecture.endswith("ForConditionalGeneration"):
        config.setdefault("vision_config", {"model_type": tower})
    (folder / "config.json").write_text(json.dumps(config), encoding="utf8")
    processor = PROCESSORS.get(architecture, "Qwen2VLImageProcessorFast")
    images = {"image_processor_type": processor, "size": {"shortest_edge": 4, "longest_edge": 8}, "patch_size": 14}
    (folder / "preprocessor_config.json").write_text(json.dumps(images))
    (folder / "processor_config.json").write_text(json.dumps({"image_processor": images}))
    made = exllamav3.Config.from_directory(str(folder))
    return made, exllamav3.Model.from_config(made)


TURNS = {
    ropes.RopeStyle.NEOX: ropes._apply_rope_embed_q_neox,
    ropes.RopeStyle.GPTJ: ropes._apply_rope_embed_q_gptj,
}


def rotated(settings):
    """The facts of a rotation, or None for settings that turn nothing."""
    rope = ropes.RoPE("cpu", settings)
    if settings.rope_style not in TURNS:
        return None
    # A factor of 0 leaves nothing to read, and lengths have no sign: such factors are those that the class keeps.
    factor = rope.attn_factor
    if factor <= 0:
        rope.attn_factor = 1.0
    width = 2 * len(rope.inv_freq)
    basis = torch.eye(width)[None, None]
    matrices = []
    for position in (0, 1):
        sin, cos = (table[None] for table in rope.compute_sincos(torch.tensor([position])))
        matrices.append(TURNS[settings.rope_style](basis, sin, cos)[0, 0].T)
    facts = rotation(*matrices)
    facts["width"] = settings.head_dim
    if factor <= 0:
        facts["amplitude"] = float(factor)
    if rope.llama_4_scaling_beta:
        facts["growsBy"] = float(rope.llama_4_scaling_beta)  # the queries, with the logarithm of their position
    return facts


def observe(config, _case):
    filled.clear()
    architecture = architecture_of(config, get_architectures())
    if architecture is None:
        raise Unsettled("the file names no architecture, and exllamav3 has none of the type's name")
    if architecture not in get_architectures():
        raise NotImplementedError(f"architecture {architecture} is not supported")
    assumed = not config.get("architectures")
    config = {**config, "architectures": [architecture]}
    with tempfile.TemporaryDirectory() as name:
        made, model = built(config, Path(name))
        seen, uses, scales = {}, [], set()
        for module in model:
            if hasattr(module, "rope_head_dim") and not hasattr(module, "rope_settings"):
                raise Unsettled(f"{type(module).__name__} makes its frequencies when it loads weights")
            settings = getattr(module, "rope_settings", None)
            if settings is None:
                continue
            key = repr(settings)
            if key not in seen:
                seen[key] = rotated(settings)
            if seen[key]:
                uses.append((module.layer_idx, seen[key]))
            if isinstance(getattr(module, "sm_scale", None), float):
                scales.add(module.sm_scale)
    return {
        **merged(uses, made.num_hidden_layers),
        **{"served": made.max_position_embeddings, "class": type(model).__name__, "scales": sorted(scales)},
        **({"assumed": architecture} if assumed else {}),
        **({"filled": sorted(filled)} if filled else {}),
    }


if __name__ == "__main__":
    run(observe)
