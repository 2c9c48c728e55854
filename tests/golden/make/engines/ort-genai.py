"""The model builder of onnxruntime-genai: python3 tests/golden/make/engines/ort-genai.py CHECKOUT/src/python/py/models

create_model and the classes of builders/ are executed, of Model.__init__ what stands before attention. The configuration of
transformers 5 is a stand-in with rope_parameters as its class fills them in; frequencies are those that meet the positions.
"""

import ast
import json
import pathlib
import sys
from collections import defaultdict
from collections.abc import Mapping
from unittest.mock import MagicMock

import numpy as np
import torch
from runs import GOLDEN, configurations, execute, layer, raised, write

root = pathlib.Path(sys.argv[1])
tables = []


def recorded(rows, frequencies):
    tables.append((built[-1].rope_attrs["mscale"], len(rows), frequencies))
    return torch.zeros(2, len(frequencies))


class Torch:
    """torch whose products of positions and frequencies are noted, not made: they would be gigabytes."""

    outer = staticmethod(recorded)
    no_grad = staticmethod(lambda function: function)
    einsum = staticmethod(lambda _, rows, frequencies: recorded(rows, frequencies))

    def __getattr__(self, name):
        return getattr(torch, name)


built = []


class Truncated(ast.NodeTransformer):
    """Model.__init__ up to make_rope_init; what follows makes attention, quantization and the graph."""

    def visit_ClassDef(self, node):
        if node.name == "Model":
            init = next(each for each in node.body if getattr(each, "name", "") == "__init__")
            last = next(i for i, each in enumerate(init.body) if "self.make_rope_init(config)" in ast.unparse(each))
            init.body = ast.parse("built.append(self)").body + init.body[: last + 1]
        return node


def initializer(self, tensor, name, **_):
    """Qwen2.5-VL keeps the frequencies themselves."""
    if name == "model.inv_freq":
        tables.append((self.rope_attrs["mscale"], self.context_length, tensor))


shared = {"torch": Torch(), "to_torch_dtype": lambda _: torch.float32, "print": lambda *_: None, "np": np, "Mapping": Mapping, "built": built, "__name__": "__main__"}
parse = ast.parse
ast.parse = lambda text: Truncated().visit(parse(text))
order = ("base", "mistral", "llama", "qwen", "gemma")
for path in sorted((root / "builders").glob("*.py"), key=lambda path: (order.index(path.stem) if path.stem in order else 9, path.stem)):
    if path.stem in ("__init__", "quant_config", "cuda_quantizer"):
        continue
    namespace = execute(path, lambda node: True, dict(shared))
    shared.update({name: value for name, value in namespace.items() if isinstance(value, type)})
ast.parse = parse
model = shared["Model"]
for name in ("make_position_ids_reformatting", "make_model", "save_model", "make_genai_config", "save_processing", "make_node", "make_value"):
    setattr(model, name, lambda self, *_, **__: None)
model.ep = "dml"
model.make_initializer = initializer
model.__getattr__ = lambda self, name: self.__dict__.setdefault(name, defaultdict(lambda: defaultdict(bool)))
create = execute(root / "builder.py", lambda node: node.name == "create_model", {**shared, "os": MagicMock()})["create_model"]

partial = {"phi": 0.5, "nemotron": 0.5}


class Config:
    """What a configuration class of transformers 5 makes of a file."""

    def __init__(self, fields):
        fields = {"vocab_size": 8, "intermediate_size": 8, "num_hidden_layers": 2, "hidden_act": "silu", "query_pre_attn_scalar": 256, "_name_or_path": "", **fields}
        kind = fields.get("model_type", "")
        if kind == "gemma3_text":
            fields = {"max_position_embeddings": 131072, "head_dim": 256, "num_attention_heads": 8, "attn_logit_softcapping": None, "final_logit_softcapping": None, **fields}
        if kind == "phi3":
            fields.setdefault("original_max_position_embeddings", 4096)
        if kind in partial:
            fields.setdefault("partial_rotary_factor", partial[kind])
        if "text_config" in fields:
            fields["text_config"] = Config(fields["text_config"])
            for key in ("vocab_size", "intermediate_size", "num_hidden_layers", "hidden_act"):
                fields.pop(key)
        else:
            scaling, given = fields.pop("rope_scaling", None), fields.pop("rope_parameters", None)
            parameters = dict(scaling or given or {})
            theta, local = fields.pop("rope_theta", 10000.0), fields.pop("rope_local_base_freq", 10000.0)
            if kind.startswith("gemma3"):
                nested = parameters if "full_attention" in parameters else {"full_attention": {"rope_theta": theta, **parameters}}
                parameters = {"sliding_attention": {"rope_type": "default", "rope_theta": local}, **nested}
            else:
                parameters.setdefault("rope_type", parameters.get("type", "default"))
                parameters.setdefault("rope_theta", theta)
                if "partial_rotary_factor" in fields:
                    parameters["partial_rotary_factor"] = fields["partial_rotary_factor"]
                if parameters["rope_type"] in ("llama3", "yarn", "longrope", "su"):
                    if kind == "phi3":
                        parameters["original_max_position_embeddings"] = fields["original_max_position_embeddings"]
                    parameters.setdefault("original_max_position_embeddings", fields.get("max_position_embeddings"))
            fields["rope_parameters"] = parameters
        fields.setdefault("layer_types", ["full_attention"] * 2)
        fields.setdefault("no_rope_layers", [1, 1])
        self.__dict__.update(fields)

    def __iter__(self):
        return iter(self.__dict__)


def ask(text):
    tables.clear()
    built.clear()
    config = Config(json.loads(text))
    details = {"extra_kwargs": {}, "hf_name": "", "hf_config": config}
    create("", "", "", "fp16", "dml", "", hf_details=details)  # dml has both tables in one; no graph chooses
    if not tables:
        built[-1].make_rotary_embedding_caches()
    return tables


def answers(case, text):
    try:
        made = ask(text)
    except Exception as error:
        if "-v" in sys.argv:
            import traceback

            traceback.print_exc()
        yield {"id": case, "config": text, **raised(error)}
        return
    if len(made) == 1:
        yield {"id": case, "config": text, "layers": {"": layer(made[0][2], made[0][0], rows=made[0][1])}}
        return
    for amplitude, rows, frequencies in made:  # the long list first: each is valid up to the length of its table
        yield {"id": f"{case}", "config": text, "contextLength": rows, "layers": {"": layer(frequencies, amplitude, rows=rows)}}


# an error of transformers' configuration class is not a result of the builder
refused = {case["id"] for case in json.loads((GOLDEN / "transformers.json").read_text())["cases"] if "error" in case}
cases = [answer for case, text in configurations() if case not in refused for answer in answers(case, text)]
write("ort-genai", "a0c04eb1 (2026-08-22, 0.16.0-dev): create_model, builders", "the engine's own code was executed in float32 on the CPU; the configuration of transformers 5 is a stand-in", cases)
