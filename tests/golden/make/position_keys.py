"""The fields about positions that the configuration and model classes of transformers read.

    python3 tests/golden/make/position_keys.py CHECKOUT/src/transformers > tests/golden/engines/position-keys.json

It parses the sources and runs nothing of them. `fields` has, for each field, the default of each model type (null where
there is none or it is no literal); `dictionary` the keys of rope_parameters and the model types whose code names them.
"""

import ast
import json
import pathlib
import re
import sys

ABOUT = re.compile(
    r"rope|rotary|theta|yarn|ntk|alibi|mscale|logn|nope|base_freq|temperature_(len|tuning)|attn_temperature|floor_scale"
    r"|attn_scale|llama_4_scaling|log_scaling|pos_emb|position_(emb|bias|enc|scal)|positional|relative_(attention|pos)"
    r"|(^|_)(max_pos|n_pos)|layer_types|sliding|local_attention|temporal_patch_rope|temporal_base|spatial_base|axes_dim"
)
DICTIONARY = re.compile(r"rope_(parameters|scaling|params|dict)|mrope|rope_config")


def literal(node):
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, (int, float, str, bool)) else None


def strings(tree, names):
    """Keys by which an object whose source matches `names` is read: x["key"], x.get("key"), "key" in x."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and names.search(ast.unparse(node.value)):
            yield node.slice.value
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            called = node.func.attr in ("get", "pop", "setdefault") and names.search(ast.unparse(node.func.value))
            if called and isinstance(node.args[0], ast.Constant):
                yield node.args[0].value
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In) and isinstance(node.left, ast.Constant):
            if names.search(ast.unparse(node.comparators[0])):
                yield node.left.value


def asked(tree):
    """Attributes of a configuration: config.key, self.config.key, getattr(config, "key"), kwargs.pop("key")."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("config"):
            yield node.attr
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr" and len(node.args) > 1:
            if isinstance(node.args[1], ast.Constant):
                yield node.args[1].value
    yield from strings(tree, re.compile(r"^kwargs$"))


def classes(tree):
    """Model type, fields with their defaults, and the class itself, of each configuration class."""
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        fields, name = {}, None
        for item in node.body:
            if isinstance(item, ast.Assign) and getattr(item.targets[0], "id", "") == "model_type":
                name = literal(item.value)
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                fields[item.target.id] = literal(item.value) if item.value is not None else None
        if name is not None:
            yield name, fields, node


def main(root):
    fields, dictionary = {}, {}
    for folder in sorted((root / "models").iterdir()):
        models = [ast.parse(file.read_text()) for file in sorted(folder.glob("modeling_*.py"))]
        text = "".join(file.read_text() for file in folder.glob("modeling_*.py"))
        if not re.search(r"rotary|rope|alibi", text, re.I):
            continue
        read = {key for tree in models for key in asked(tree)}
        used = {key for tree in models for key in strings(tree, DICTIONARY)}
        for file in sorted(folder.glob("configuration_*.py")):
            for name, defaults, node in classes(ast.parse(file.read_text())):
                own = set(asked(node))
                for key in sorted(set(defaults) | {key for key in read | own if isinstance(key, str)}):
                    known = key in defaults
                    if ABOUT.search(key) and (known or key in own):
                        fields.setdefault(key, {})[name] = defaults.get(key)
                for key in sorted({key for key in used | set(strings(node, DICTIONARY)) if isinstance(key, str)}):
                    if not key.endswith("_attention"):
                        dictionary.setdefault(key, set()).add(name)
    shared = ast.parse((root / "modeling_rope_utils.py").read_text())
    rope = sorted({key for key in strings(shared, re.compile("rope|dict|params")) if isinstance(key, str)})
    out = {
        "source": "transformers decba1d2 (2026-08-19, 5.16.0.dev0): configuration_*.py, modeling_*.py, modeling_rope_utils.py",
        "recipe": "tests/golden/make/position_keys.py",
        "fields": dict(sorted(fields.items())),
        "shared": rope,
        "dictionary": {key: sorted(types) for key, types in sorted(dictionary.items())},
    }
    print(json.dumps(out, indent=1))


main(pathlib.Path(sys.argv[1]))
