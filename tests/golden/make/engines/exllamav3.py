"""exllamav3's own reading and frequencies: python3 tests/golden/make/engines/exllamav3.py CHECKOUT/exllamav3

The configuration class of each architecture, read_dict, read_rope_settings_default and the class RoPE are executed.
"""

import abc
import json
import math
import pathlib
import re
import sys
import tempfile
import typing
from dataclasses import dataclass
from enum import IntEnum

import torch
from runs import answered, execute, layer, write

root = pathlib.Path(sys.argv[1])
filled = {int: 4, float: 1e-6, str: "", bool: False, list: [], dict: {}}

names = {"torch": torch, "math": math, "IntEnum": IntEnum, "dataclass": dataclass, "cast": typing.cast, "TypeVar": typing.TypeVar}
rope = execute(root / "util/rope.py", lambda node: True, {**names, "__name__": "__main__"})
files = execute(root / "util/file.py", lambda node: node.name == "read_dict", {**names, "__name__": "__main__", "T": None})
read_dict, no_default = files["read_dict"], files["no_default"]


def read(*args, **kwargs):
    """read_dict, but for what a file lacks that has nothing to do with positions."""
    try:
        return read_dict(*args, **kwargs)
    except ValueError as error:
        kind = args[1][0] if isinstance(args[1], list) else args[1]
        keys = args[2] if isinstance(args[2], list) else [args[2]]
        if not any(re.match("rope|text_config$", key) for key in keys):
            return filled.get(kind)
        raise


base = {"ABC": abc.ABC, "read_dict": read, "no_value": files["no_value"], "json": json, "os": __import__("os"), "uuid": __import__("uuid")}
base |= {name: rope[name] for name in ("RopeSettings", "RopeStyle")} | {"__name__": "__main__"}
config = execute(root / "model/config.py", lambda node: node.name == "Config", base)["Config"]

shared = {"Config": config, "no_default": no_default, "override": lambda f: f, "__name__": "__main__", "math": math, "torch": torch}
shared |= {name: rope[name] for name in ("RopeSettings", "RopeStyle")}
shared |= {"read_dict": read, "RoPE": rope["RoPE"], "os": __import__("os"), "json": json}
first = ("llama", "qwen2", "mistral", "mistral3", "mistral4", "glm4v", "qwen3_5")
paths = sorted((root / "architecture").glob("*.py"), key=lambda path: (path.stem not in first, path.stem))
classes = {}
for path in paths:
    if path.stem == "architectures":
        continue
    namespace = dict(shared)
    execute(path, lambda node: node.name.endswith("Config") or (not hasattr(node, "bases") and not re.search("vision|_pp_", node.name)), namespace)
    for value in list(namespace.values()):
        if isinstance(value, type) and issubclass(value, config) and value is not config:
            shared[value.__name__] = value
            if value.arch_string:
                classes[value.arch_string] = value

processors = {
    "Gemma3ForConditionalGeneration": "Gemma3ImageProcessor",
    "Mistral3ForConditionalGeneration": "PixtralImageProcessor",
    "Glm4vForConditionalGeneration": "Glm4vImageProcessor",
}


def settings_of(built):
    """The settings of each layer type."""
    for whole, local in (("rope_settings_global", "rope_settings_local"), ("rope_settings", "rope_settings_swa")):
        if hasattr(built, local):
            return {"full_attention": getattr(built, whole), "sliding_attention": getattr(built, local)}
    if hasattr(built, "rope_settings_list"):
        return dict(zip(built.layer_types, built.rope_settings_list))
    return {"": built.rope_settings}


def ask(folder, text):
    architecture = json.loads(text)["architectures"][0]
    images = {"image_processor_type": processors.get(architecture, "Qwen2VLImageProcessorFast"), "size": {}, "patch_size": 14}
    for file, content in (("config", text), ("preprocessor_config", json.dumps(images)), ("processor_config", json.dumps({"image_processor": images}))):
        (folder / f"{file}.json").write_text(content)
    assert architecture in classes, f"Unknown architecture {architecture} in config.json"
    built = classes[architecture](str(folder))
    layers = {}
    for name, settings in settings_of(built).items():
        made = rope["RoPE"]("cpu", settings)
        layers[name] = layer(made.inv_freq, made.attn_factor)
    return {"layers": layers}


# models whose list of blocks or image processor cannot be filled in
without = ("llama-3.3-nemotron-super-49b", "gemma-4-26b-a4b")
with tempfile.TemporaryDirectory() as name:
    write("exllamav3", "4f8ad012 (2026-08-08): configuration class, read_rope_settings_default, class RoPE", "the engine's own code was executed in float32 on the CPU; safetensors and vision towers are stand-ins; fields that have nothing to do with positions were filled in", answered(lambda text: ask(pathlib.Path(name), text), without))
