"""ONNX Runtime GenAI: its model builder makes the graph of each file, and ONNX Runtime runs the nodes that turn vectors.

builder.py is executed with FP32 for the CPU: the configuration of transformers, create_model's choice, the class and the
nodes of every layer. Weights have no values, so what multiplies them is left out. Kernels get the tables of the graph.
"""

import ast
import contextlib
import functools
import importlib.util
import io
import json
import re
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from architecture import architecture_of
from onnxruntime.capi.onnxruntime_pybind11_state import InvalidArgument
from rotation import rotation
from runner import Unsettled, merged, run

MODELS = Path(importlib.util.find_spec("onnxruntime_genai").submodule_search_locations[0], "models")
sys.path.insert(0, str(MODELS))

import builder
import builders
from builders import base

LONG = 4096  # longer tables are cut to a number of rows that says which of the lengths was asked for
OF_WEIGHTS = (
    *("make_matmul", "make_packed_matmul", "make_packed_add", "make_add_bias", "make_layernorm", "make_qk_norm"),
    *("make_attention_unpacked", "make_mlp", "make_moe", "make_short_conv", "make_qwen_gated_delta_net"),
    *("make_genai_config", "save_processing"),
)


class DecoderLayer:
    """A layer, or a part of one, whose weights have no values."""

    bias = None

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self.__dict__[name] = DecoderLayer()
        return self.__dict__[name]


class Weights:
    def __init__(self, layers):
        self.layers = layers

    def modules(self):
        return [DecoderLayer() for _ in range(self.layers)]


def named(_self, *args, **options):
    """What stands for an operation with weights: its name."""
    return next((one for one in (*args, *options.values()) if isinstance(one, str)), None)


class Tokenizer:
    @staticmethod
    def from_pretrained(*_, **__):
        return Tokenizer

    @staticmethod
    def get_vocab():
        return {}


made, widths, lengths = [], {}, []
arange, make_node, make_initializer = torch.arange, base.Model.make_node, base.Model.make_initializer


def few(*args, **options):
    if len(args) != 1 or args[0] <= LONG:
        return arange(*args, **options)
    if args[0] not in lengths:
        lengths.append(args[0])
    return arange(LONG + 1 + lengths.index(args[0]), **options)


def noted(self, *args, name, **options):
    widths[name] = self.head_size
    return make_node(self, *args, name=name, **options)


def initializer(self, tensor, name, **options):
    if not isinstance(tensor, DecoderLayer):
        make_initializer(self, tensor, name, **options)


def classes():
    """Each class of the builder: those of a model, and those that hold several models."""
    for module in (base, *(one for one in vars(builders).values() if hasattr(one, "__file__"))):
        yield from (one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__)


for one in set(classes()):
    for name in set(OF_WEIGHTS) & set(vars(one)):
        setattr(one, name, named)
    if "load_weights" in vars(one):
        one.load_weights = lambda self, _: Weights(self.num_layers)
base.Model.save_model = lambda self, _: made.append(self)
base.Model.make_node = noted
base.Model.make_initializer = initializer
builder.AutoTokenizer = Tokenizer
torch.arange = few


def known():
    """The architectures that create_model compares a file's with."""
    tree = ast.parse((MODELS / "builder.py").read_text(encoding="utf8"))
    create = next(one for one in tree.body if getattr(one, "name", None) == builder.create_model.__name__)
    compared = [
        one for one in ast.walk(create) if isinstance(one, ast.Compare) and "architectures" in ast.unparse(one.left)
    ]
    return [text.value for one in compared for text in one.comparators if isinstance(text, ast.Constant)]


KNOWN = known()


def built(config, folder):
    (folder / "config.json").write_text(json.dumps(config), encoding="utf8")
    options = {"exclude_mtp": True}
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            details = builder.get_hf_details("", str(folder), str(folder), options)
        except ValueError as error:
            if "auto_map" in config:
                raise Unsettled("its configuration class is code that comes with the model") from error
            raise
        places = str(folder), str(folder / "out"), "fp32", "cpu", str(folder / "cache")
        try:
            builder.create_model("", *places, hf_details=details, **options)
        except NotImplementedError as error:
            if not re.search("The .* model is not currently supported", str(error)):
                raise
            raise NotImplementedError(f"architecture {config['architectures'][0]} is not supported") from error


@functools.cache
def kernel(op, inputs, outputs, attributes):
    values = lambda names: [onnx.helper.make_tensor_value_info(name, kind, None) for name, kind in names]
    names = lambda all: [name for name, _ in all]
    node = onnx.helper.make_node(op, names(inputs), names(outputs), domain="com.microsoft", **dict(attributes))
    graph = onnx.helper.make_graph([node], op, values(inputs), values(outputs))
    opsets = [onnx.helper.make_opsetid("", 22), onnx.helper.make_opsetid("com.microsoft", 1)]
    model = onnx.helper.make_model(graph, opset_imports=opsets, ir_version=10)
    return onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])


FLOAT, LARGE, SMALL = onnx.TensorProto.FLOAT, onnx.TensorProto.INT64, onnx.TensorProto.INT32


def embedded(node, width, tables, position):
    """(output, input): the basis vectors as a RotaryEmbedding or MRotaryEmbedding turns them."""
    attributes = {key: one.value for key, one in node.attributes.items()}
    heads = {"num_heads": 1} if attributes.get("num_heads") else {}
    inputs = (("x", FLOAT), ("positions", LARGE), ("cos", FLOAT), ("sin", FLOAT))
    session = kernel(node.op_type, inputs, (("y", FLOAT),), hashable({**attributes, **heads}))
    axes = (3,) if len(node.inputs[1].shape or ()) == 3 else ()
    basis, positions = np.eye(width, dtype=np.float32), np.full((*axes, width, 1), position)
    feed = {"x": basis[:, None], "positions": positions, "cos": tables[0], "sin": tables[1]}
    return session.run(None, feed)[0][:, 0].T


def attended(node, width, tables, position):
    """(output, input): the basis vectors as GroupQueryAttention writes them into the cache of keys."""
    interleaved = node.attributes["rotary_interleaved"].value
    attributes = {"num_heads": 1, "kv_num_heads": 1, "do_rotary": 1, "rotary_interleaved": interleaved}
    inputs = (
        *(("q", FLOAT), ("k", FLOAT), ("v", FLOAT), ("past_k", FLOAT), ("past_v", FLOAT)),
        *(("last", SMALL), ("total", SMALL), ("cos", FLOAT), ("sin", FLOAT)),
    )
    session = kernel(node.op_type, inputs, (("y", FLOAT), ("new_k", FLOAT), ("new_v", FLOAT)), hashable(attributes))
    basis = np.eye(width, dtype=np.float32)[:, None]
    past = np.zeros((width, 1, position, width), np.float32)
    feed = {**dict.fromkeys("qkv", basis), "past_k": past, "past_v": past, "cos": tables[0], "sin": tables[1]}
    feed |= {"last": np.full(width, position, np.int32), "total": np.array([position + 1], np.int32)}
    return session.run(None, feed)[1][:, 0, position].T


TURNS = {"RotaryEmbedding": embedded, "MRotaryEmbedding": embedded, "GroupQueryAttention": attended}


def hashable(attributes):
    return tuple(
        (key, tuple(one) if isinstance(one, (list, tuple)) else one) for key, one in sorted(attributes.items())
    )


def tables_of(graph, cos, sin):
    """[(role or None, cos, sin)] of two values of a graph: a node If chooses between tables by the length."""
    node = cos.producer()
    if node is None:
        yield None, *(graph.initializers[one.name].const_value.numpy() for one in (cos, sin))
        return
    if node.op_type != "If":
        raise Unsettled(f"a table is made by {node.op_type}")
    for role, name in ((None, "else_branch"), ("long", "then_branch")):
        branch = node.attributes[name].value
        yield role, *(one.producer().attributes["value"].value.numpy() for one in branch.outputs)


def rotations(model):
    """[(layer, facts)] of the nodes of a model that take tables."""
    graph, seen = model.model.graph, {}
    for node in graph:
        names = [one.name if one is not None else "" for one in node.inputs]
        at = next((i for i, name in enumerate(names) if name.startswith("cos_cache")), None)
        if at is None:
            continue
        width = widths[node.name]
        attributes = {key: one.value for key, one in node.attributes.items() if key != "num_heads"}
        key = (node.op_type, width, names[at], hashable(attributes))
        if key not in seen:
            if node.op_type not in TURNS:
                raise Unsettled(f"{node.op_type} is not executed")
            seen[key] = [
                ({"role": role} if role else {}) | measured(node, width, (cos, sin))
                for role, cos, sin in tables_of(graph, *node.inputs[at : at + 2])
            ]
        layer = int(re.search(r"layers\.(\d+)", node.name)[1])
        yield from ((layer, facts) for facts in seen[key])


def measured(node, width, tables):
    rows = len(tables[0])
    try:
        matrices = [TURNS[node.op_type](node, width, tables, position) for position in (0, 1)]
    except InvalidArgument as error:
        reason = str(error).partition("Status Message: ")[2] or error
        raise ValueError(f"{node.op_type} refuses these rotary tables or positions: {reason}") from error
    facts = rotation(*matrices)
    return {**facts, "rows": rows if rows <= LONG else lengths[rows - LONG - 1]}


def observe(config, _case):
    for one in (made, lengths):
        one.clear()
    widths.clear()
    architecture = architecture_of(config, KNOWN)
    if architecture is None:
        raise Unsettled("the file names no architecture, and the builder has none of the type's name")
    assumed = not config.get("architectures")
    config = {key: one for key, one in config.items() if key != "quantization_config"}
    config["architectures"] = [architecture]
    with tempfile.TemporaryDirectory() as name:
        built(config, Path(name))
    model = made[-1]
    return {
        **merged(list(rotations(model)), model.num_layers),
        "served": model.context_length,
        "class": type(model).__name__,
        **({"assumed": architecture} if assumed else {}),
    }


if __name__ == "__main__":
    run(observe)
