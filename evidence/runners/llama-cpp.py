"""llama.cpp: its converter, its loader and the graph of its context, without weights.

The converter (convert_hf_to_gguf.py) makes a GGUF of metadata and of the factors of frequencies that it computes. A
program linked with the library (llama-cpp.cpp) loads it, builds the graph of a context and executes each rotation of
the graph on basis vectors. A vocabulary without tokens takes the place of a tokenizer.
"""

import json
import logging
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE, PROGRAM = os.environ["EVIDENCE_SOURCE"], os.environ["EVIDENCE_PROGRAM"]
sys.path[:0] = [f"{SOURCE}/gguf-py", SOURCE]
os.environ.update(TRANSFORMERS_VERBOSITY="error", TQDM_DISABLE="1")

import conversion
import gguf
import numpy as np
import torch
from architecture import architecture_of
from conversion.base import ModelBase, ModelType
from rotation import rotation
from runner import Unsettled, merged, run

logging.disable(logging.CRITICAL)

TYPES = {-1: "NONE", 0: "NORM", 2: "NEOX", 8: "MROPE", 24: "VISION", 40: "IMROPE"}
KEYS = re.compile(r"rope|context_length|attention\.(key_length|scale|temperature)")
POSITIONS = re.compile(
    r"rope|rotary|theta|position|length|partial|seq|^((global|swa|attention)_)?head_dim|sliding|layer_types"
)
# Fields that are not about positions and that a file may lack.
SIZES = {
    **dict.fromkeys(("num_hidden_layers", "vocab_size", "hidden_size", "intermediate_size"), 64),
    **{"num_hidden_layers": 4, "rms_norm_eps": 1e-6, "layer_norm_eps": 1e-5},
    **dict.fromkeys(("n_group", "topk_group", "n_groups", "num_groups", "mamba_n_groups"), 1),
    **dict.fromkeys(("scoring_func", "moe_router_activation_func"), "sigmoid"),
    **{"topk_method": "noaux_tc", "index_head_dim": 128, "num_kv_shared_layers": 0, "decoder_start_token_id": 0},
}
ALWAYS = (
    *("num_hidden_layers", "vocab_size", "intermediate_size", "rms_norm_eps", "layer_norm_eps", "scoring_func"),
    "decoder_start_token_id",
)
# A second attempt, if the first ends with such an error: without nulls and with experts, without tensors, or with as many
# heads of keys as of queries where the class fills their number in.
EXPERTS = {"num_local_experts": 4, "num_experts_per_tok": 2}
LACKS = {
    "heads of keys": re.compile(r"ggml_can_mul_mat"),
    "fields": re.compile(r"ne\[dim\] >= 1|n_expert|required argument"),
    "tensors": re.compile(r"[Mm]issing .*tensor"),
}
WITHOUT_WEIGHTS = {"num_hash_layers": 0}  # fields for which the converter needs weights
ACTIVATION = ("alpha_n", "alpha_p", "beta", "eps")  # of xIELU, which the converter reads from weights
filled = set()


class Fields(dict):
    """Fields of a file. One that is missing and not about positions has a small size."""

    def __missing__(self, key):
        if POSITIONS.search(key):
            raise KeyError(key)
        filled.add(key)
        return self.get("num_attention_heads", 8) if key == "num_key_value_heads" else SIZES.get(key, 8)


find_hparam = ModelBase.find_hparam


def found_or_filled(model, keys, optional=False):
    keys = list(keys)
    if not optional and not any(key in model.hparams for key in keys) and not any(map(POSITIONS.search, keys)):
        return model.hparams[keys[0]]
    return find_hparam(model, keys, optional)


ModelBase.find_hparam = found_or_filled
ModelBase.hparams = property(
    lambda model: vars(model)["hparams"], lambda model, fields: vars(model).update(hparams=Fields(fields))
)


class LlamaError(Exception):
    """The first error that the library logs, or the end of its process."""


def hparams_of(config, folder, lacks):
    (folder / "config.json").write_text(json.dumps(config), encoding="utf8")
    hparams = ModelBase.load_hparams(folder, False)
    own = hparams.get("text_config") if isinstance(hparams.get("text_config"), dict) else hparams
    if lacks == "fields":
        for key in [key for key, value in own.items() if value is None and not POSITIONS.search(key)]:
            del own[key]
        own.update({key: value for key, value in EXPERTS.items() if key not in own})
    if lacks == "heads of keys" and own.get("num_attention_heads"):
        text = config.get("text_config") if own is not hparams else config
        if "num_key_value_heads" not in (text or {}):
            own["num_key_value_heads"] = own["num_attention_heads"]
    deep = {"n_layer", "n_layers", "num_layers"} & set(own)
    for key in ALWAYS:
        if own.get(key) is None and not (key == "num_hidden_layers" and deep):
            own[key] = SIZES[key]
    own.update(WITHOUT_WEIGHTS)
    return hparams


def vocabulary(model):
    """Returns a replacement of set_vocab, the last step that writes keys: no tokens."""

    def none():
        model.gguf_writer.add_tokenizer_model("none")
        model.gguf_writer.add_vocab_size(model.hparams["vocab_size"])
        model.gguf_writer.add_token_type_count(model.hparams.get("type_vocab_size") or 1)
        for name in ACTIVATION:
            if hasattr(model, f"_{name}"):
                getattr(model.gguf_writer, f"add_xielu_{name}")([1.0] * model.block_count)

    return none


def converted(config, folder, lacks=None):
    """A converter's model after it wrote folder/model.gguf."""
    hparams = hparams_of(config, folder, lacks)
    chosen = conversion.get_model_class(conversion.get_model_architecture(hparams, ModelType.TEXT))
    chosen.no_mtp = chosen.supports_mtp_export  # as with --no-nextn: blocks that predict further tokens need weights
    with torch.inference_mode():
        model = chosen(folder, gguf.LlamaFileType.ALL_F32, folder / "model.gguf", hparams=hparams)
        model = getattr(model, "impl", model)
        model.set_vocab = vocabulary(model)
        if lacks == "tensors":
            model.prepare_tensors = lambda: None
        model.write()
    return model


def written(model):
    """The keys about positions that the converter wrote, without the name of the architecture, and its factors."""
    prefix = f"{gguf.MODEL_ARCH_NAMES[model.model_arch]}."
    pairs = {key.removeprefix(prefix): one.value for part in model.gguf_writer.kv_data for key, one in part.items()}
    keys = {key: plain(value) for key, value in sorted(pairs.items()) if KEYS.search(key)}
    return keys | {name: list(info.shape) for part in model.gguf_writer.tensors for name, info in part.items()}


def plain(value):
    return value.tolist() if hasattr(value, "tolist") else value


def channels(model, width):
    """For each channel of the first head of a GGUF, the channel of the checkpoint that the converter moves there."""
    same = list(range(width))
    heads = model.find_hparam(["num_attention_heads", "n_head", "n_heads"], optional=True) or 1
    groups = model.find_hparam(["num_key_value_heads", "n_kv_heads"], optional=True) or heads
    groups = max(groups) if isinstance(groups, list) else groups
    weights = {
        name: heads + 2 * groups * target.endswith("qkv")
        for name, (_, target) in model.tensor_map.mapping.items()
        if re.fullmatch(r"blk\.0\.attn_(q|qkv)", target) and name != target
    }
    for name in sorted(weights, key=lambda name: name != "model.layers.0.self_attn.q_proj"):
        rows = torch.arange(weights[name] * width, dtype=torch.float32).reshape(-1, 1)
        try:
            _, moved = next(iter(model.modify_tensors(rows, f"{name}.weight", 0)))
            first = moved.reshape(-1)[:width].long().tolist()
        except Exception:
            continue  # not a name of this class, or it needs the whole weight
        return first if sorted(first) == same else same
    return same


def executed(folder):
    process = subprocess.run([PROGRAM, folder / "model.gguf"], capture_output=True, text=True)
    if process.returncode:
        said = [line for line in process.stderr.splitlines() if re.search("turning|GGML_ASSERT|rror", line)]
        raise LlamaError(f"ends its process: {': '.join(said) or process.returncode}")
    found = json.loads(process.stdout)
    if "error" in found:
        raise LlamaError(f"{found['where']}: {found['error']}")
    return found


def rotation_of(rope, model):
    width = rope["width"]
    order = channels(model, width)
    matrices = []
    for name in ("zero", "one"):
        stored = np.asarray(rope[name], np.float64).reshape(width, width).T
        matrix = np.empty_like(stored)
        matrix[np.ix_(order, order)] = stored
        matrices.append(matrix)
    facts = rotation(*matrices)
    if order != sorted(order):
        facts["permuted"] = True
    if rope["factors"]:
        facts["factors"] = rope["factors"].removesuffix(".weight")
    return facts


def observe(config, _case):
    filled.clear()
    architecture = architecture_of(config, conversion.TEXT_MODEL_MAP)
    if architecture is None:
        raise Unsettled("the file names no architecture, and the converter has none of the type's name")
    assumed = not config.get("architectures")
    config = {**config, "architectures": [architecture]}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            model, found = converted(config, folder), executed(folder)
        except Exception as error:
            lacks = next((name for name, text in LACKS.items() if text.search(str(error))), None)
            if lacks is None:
                raise
            model, found = converted(config, folder, lacks), executed(folder)
            filled.add(f"what it lacks: {lacks}")
    rotations = [rotation_of(rope, model) for rope in found["ropes"]]
    uses = []
    for layer, number, *names in found["uses"]:
        role = {"role": "indexer"} if any("indexer" in one for one in names) else {}
        uses.append((layer if layer >= 0 else None, {**rotations[number], **role}))
    other = [kind for kind in ("learned", "buckets") if found[kind]] + (["alibi"] if found["alibi"] else [])
    return {
        **merged(uses, found["layers"]),
        **{"served": found["served"], "class": type(model).__name__, "type": TYPES[found["type"]]},
        **{"architecture": found["architecture"], "scales": found["scales"], "gguf": written(model)},
        **({"other": other} if other else {}),
        **({"assumed": architecture} if assumed else {}),
        **({"filled": sorted(filled)} if filled else {}),
    }


if __name__ == "__main__":
    run(observe, seconds=180)
