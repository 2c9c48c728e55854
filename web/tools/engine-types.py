"""
Writes a module of web/lib/engines with the model types and architectures of an engine. It contains names of files and
classes, and the configuration fields that model files read. Usage, with a checkout of the engine:

    python3 web/tools/engine-types.py mlx-lm <checkout> > web/lib/engines/mlx-lm/files.ts
    python3 web/tools/engine-types.py llama-cpp <checkout> > web/lib/engines/llama-cpp/known.ts
    python3 web/tools/engine-types.py transformers <checkout> > tests/golden/engines/model-types.json
    python3 web/tools/engine-types.py transformers-4 <package of PyPI> > web/lib/engines/transformers-4/known.ts
    python3 web/tools/engine-types.py vllm <package> <checkout of transformers> > web/lib/engines/vllm/known-<release>.ts
    python3 web/tools/engine-types.py sglang <checkout> <checkout of transformers> > web/lib/engines/sglang/known.ts
"""

import ast
import json
import re
import sys
from pathlib import Path

WIDTH = 110
ROTATION = ("RoPE", "initialize_rope", "SuScaledRoPE", "YarnRoPE", "DynamicNTKAlphaRoPE", "DeepseekV2YarnRotaryEmbedding")
FRACTIONS = ("partial_rotary_factor", "rotary_pct", "rotary_dim")
# Fields that a model file needs to rotate; a dataclass raises if one without a default is missing.
NEEDED = (
    *("rope_theta", "rope_parameters", "rope_scaling", "rotary_emb_base", "rope_local_base_freq", "swa_rope_theta"),
    *("head_dim", *FRACTIONS),
)
BASES = ("rope_theta", "rotary_emb_base", "rope_embedding_base", "rope_freq_constant")


def of_string(names, indent="  "):
    """Returns lines of quoted names, filled to WIDTH."""
    lines, line = [], ""
    for name in names:
        if line and len(indent) + len(line) + len(name) + 4 > WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {name}" if line else name
    return [f"{indent}'{text}'," for text in [*lines, line]]


def arguments(tree):
    """Returns field → default (None without one) of the dataclasses that config.json is read into."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in ("ModelArgs", "TextConfig", "TextArgs", "TextModelArgs"):
            for each in node.body:
                if isinstance(each, ast.AnnAssign):
                    found.setdefault(each.target.id, each.value)
    return found


def resolved(node, tree):
    """Returns the source of an argument; a name is replaced by its assigned value, at most twice."""
    text = ast.unparse(node)
    for _ in range(2):
        for each in ast.walk(tree):
            if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == text:
                text = ast.unparse(each.value)
                break
    return text


def rotation(tree):
    """Returns the number of calls that make a rotation, the fields of their fraction of a head, and their scaling."""
    dims, scaling, calls = set(), set(), 0
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        calls += ast.unparse(node.func) == "mx.fast.rope"
        name = ast.unparse(node.func).split(".")[-1]
        if name not in ROTATION:
            continue
        calls += 1
        named = {each.arg: each.value for each in node.keywords}
        width = named.get("dims") or named.get("dim") or (node.args[0] if node.args else None)
        text = "" if width is None else resolved(width, tree)
        dims.update(key for key in FRACTIONS if re.search(rf"\b{key}\b", text))
        if name != "RoPE":
            scaling.add("rope_scaling" if "rope_scaling" in ast.unparse(tree) else "none")
        elif "scale" in named and not isinstance(named["scale"], ast.Constant):
            scaling.add("linear")
    return calls, sorted(dims), sorted(scaling)


def quoted(value):
    """Returns a value as TypeScript source, with single quotes and no decimal point in integers."""
    if isinstance(value, list):
        return "[" + ", ".join(quoted(each) for each in value) + "]"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f"'{value}'" if isinstance(value, str) else f"{value:_}"


def constant(node):
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def mlx_lm(root):
    models = root / "mlx_lm" / "models"
    utils = ast.parse((root / "mlx_lm" / "utils.py").read_text())
    remapped = next(
        ast.literal_eval(node.value)
        for node in utils.body
        if isinstance(node, ast.Assign) and node.targets[0].id == "MODEL_REMAPPING"
    )
    rows, imported = {}, {}
    for path in sorted(models.glob("*.py")):
        tree = ast.parse(path.read_text())
        classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        if not {"Model", "ModelArgs"} <= classes | {
            each.asname or each.name for node in tree.body if isinstance(node, ast.ImportFrom) for each in node.names
        }:
            continue  # a helper
        fields = arguments(tree)
        calls, dims, scaling = rotation(tree)
        row = {}
        base = next((key for key in BASES if key in fields), None)
        if base is not None and fields[base] is not None and constant(fields[base]) is not None:
            row["theta"] = constant(fields[base])
        if calls and base != "rope_theta":
            row["base"] = base or ("fixed" if "rope_parameters" not in fields else "rope_parameters")
        needs = [key for key in NEEDED if key in fields and fields[key] is None]
        if needs:
            row["needs"] = needs
        fraction = next((key for key in dims if key in FRACTIONS), None)
        if fraction:
            row["fraction"] = fraction
            if fields.get(fraction) is not None and constant(fields[fraction]) is not None:
                row["fractionDefault"] = constant(fields[fraction])
        if calls and set(scaling) <= {"none"}:
            row["scaling"] = "none"
        elif scaling == ["linear"]:
            row["scaling"] = "linear"
        head = fields.get("head_dim")
        reads = re.search(r"\b(args|config)(\.|, *\")head_dim\b", path.read_text())
        if calls and not reads:
            row["headDim"] = "derived"
        elif head is not None and constant(head) is not None:
            row["headDim"] = constant(head)
        rows[path.stem] = row
        if not calls:
            imported[path.stem] = [
                each.name if node.module is None else node.module
                for node in tree.body
                if isinstance(node, ast.ImportFrom) and node.level == 1
                for each in node.names
            ]
    for name, modules in imported.items():  # another model's file rotates, or no file does
        uses = [module for module in modules if module in rows]
        rows[name] = {"uses": uses[0], **rows[name]} if uses else {"scaling": "no rotation", **rows[name]}
    version = "0.32.2"
    print(f"/** Written by web/tools/engine-types.py from mlx_lm/models/*.py and MODEL_REMAPPING of mlx-lm {version}. */")
    print("import type { FileFacts } from './file-facts.js';\n")
    print("// prettier-ignore")
    print("export const files: Readonly<Record<string, FileFacts>> = {")
    for name, row in rows.items():
        facts = ", ".join(f"{key}: {quoted(value)}" for key, value in row.items())
        print(f"  '{name}': {{ {facts} }},")
    print("};\n")
    print("/** Model types that mlx-lm loads with the file of another type. */")
    print("// prettier-ignore")
    print("export const remapped: Readonly<Record<string, string>> = {")
    for name, file in remapped.items():
        print(f"  '{name}': '{file}',")
    print("};")


def llama_cpp(root):
    tree = ast.parse((root / "conversion" / "__init__.py").read_text())
    known = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and node.target.id == "TEXT_MODEL_MAP"
    )
    uses = ("ForCausalLM", "ForConditionalGeneration", "ForMaskedLM", "ForSequenceClassification", "Model", "")
    by_use = {use: [] for use in uses}
    for name in sorted(known):
        use = next(each for each in uses if name.endswith(each))
        by_use[use].append(name.removesuffix(use) if use else name)
    print("/**")
    print(" * Written by web/tools/engine-types.py from TEXT_MODEL_MAP in conversion/__init__.py of llama.cpp: the names in")
    print(" * `architectures` for which its converter has a class (0c1e5709, in llama-cpp-python 0.3.36), grouped by")
    print(" * ending.")
    print(" */")
    print("// prettier-ignore")
    print("const byUse = {")
    for use, names in by_use.items():
        print(f"  '{use}': [")
        print("\n".join(of_string(names, "    ")))
        print("  ],")
    print("};")
    print("export const known: ReadonlySet<string> = new Set(")
    print("  Object.entries(byUse).flatMap(([use, lines]) => lines.flatMap((line) => line.split(' ').map((name) => name + use))),")
    print(");")


ENDINGS = re.compile(
    "(ForCausalLM|ForConditionalGeneration|ForSequenceClassification|ForTextEncoding|EmbeddingModel|ForRewardModel|"
    "ForTokenClassification|ForImageClassification|LMHeadModel|ChatModel|Model)$"
)


def stems(names):
    """Returns names of classes without the ending for their use: an engine with one use of a model supports the others."""
    return [ENDINGS.sub("", name).replace("_", "").lower() for name in names]


def known_set(name, comment, names):
    """Prints a set of names as TypeScript source."""
    print("/**")
    for line in comment:
        print(f" * {line}")
    print(" */")
    print("// prettier-ignore")
    print(f"export const {name}: ReadonlySet<string> = new Set([")
    print("\n".join(of_string(sorted(set(names), key=lambda each: (each.lower(), each)))))
    print("].flatMap((line) => line.split(' ')));")


def assigned(tree, name):
    """Returns the value that a module assigns to a name, annotated or not."""
    for node in tree.body:
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and ast.unparse(targets[0]) == name:
            return node.value
    raise KeyError(name)


def keys(node):
    """Returns the string keys of a dictionary, of keywords, of an OrderedDict of pairs, or of a list of pairs."""
    if isinstance(node, ast.Call):
        named = [[each.arg] if each.arg else keys(each.value) for each in node.keywords]
        return sum(named, keys(node.args[0]) if node.args else [])
    each = node.keys if isinstance(node, ast.Dict) else [pair.elts[0] for pair in node.elts]
    return [key.value for key in each if isinstance(key, ast.Constant)]


def transformers(root):
    auto = root / "src" / "transformers" / "models" / "auto"
    types = keys(assigned(ast.parse((auto / "auto_mappings.py").read_text()), "CONFIG_MAPPING_NAMES"))
    for node in ast.walk(ast.parse((auto / "configuration_auto.py").read_text())):
        if not isinstance(node, ast.Call):
            continue
        if ast.unparse(node.func) == "CONFIG_MAPPING_NAMES.update":
            types += keys(node.args[0])
        if ast.unparse(node.func) == "OrderedDict":
            types += [key for each in node.keywords if isinstance(each.value, ast.Dict) for key in keys(each.value)]
    source = "transformers decba1d2 (2026-08-19, 5.16.0.dev0): CONFIG_MAPPING_NAMES in models/auto"
    recipe = "web/tools/engine-types.py"
    print(json.dumps({"source": source, "recipe": recipe, "types": sorted(set(types))}, indent=1))


def transformers_4(root):
    models = root / "transformers" / "models"
    mapping = assigned(ast.parse((models / "auto" / "configuration_auto.py").read_text()), "CONFIG_MAPPING_NAMES")
    types = keys(mapping)
    for path in models.glob("*/configuration_*.py"):
        types += re.findall(r'^    model_type = "(.+)"', path.read_text(), re.MULTILINE)
    comment = [
        "Written by web/tools/engine-types.py from CONFIG_MAPPING_NAMES and the configuration classes of transformers 4.57.6",
        "(PyPI, 2026-01-16): the model types, of files and of text models in them, for which it has a class.",
    ]
    known_set("modelTypes", comment, types)


def classes_of(root):
    """Returns the classes of each model type of transformers, from all tables of its auto classes."""
    found = {}
    path = root / "src" / "transformers" / "models" / "auto" / "modeling_auto.py"
    for node in ast.parse(path.read_text()).body:
        if not isinstance(node, ast.Assign) or not ast.unparse(node.targets[0]).endswith("_MAPPING_NAMES"):
            continue
        for pair in getattr(node.value, "args", [None])[0].elts if node.value.args else []:
            if isinstance(pair, ast.Tuple) and isinstance(pair.elts[0], ast.Constant):
                names = ast.literal_eval(pair.elts[1])
                found.setdefault(pair.elts[0].value, set()).update([names] if isinstance(names, str) else names)
    return found


def lacking(names, types, root):
    """Returns the model types of transformers without a class in the engine; a class for one use counts for all uses."""
    own = set(stems(names))
    return [each for each, classes in classes_of(root).items() if each in types and not own & set(stems(classes))]


def two_sets(engine, version, without, types, reference="decba1d2"):
    known_set(
        "withoutClass",
        [
            f"Written by web/tools/engine-types.py from {engine} {version} and models/auto of",
            f"transformers {reference}: model types that rotate there, and for which the engine has no class of its own.",
        ],
        without,
    )
    print()
    known_set("modelTypes", ["Model types for which it has a configuration class, in addition to those of transformers."], types)


def version(path):
    return re.search(r"version(?:__)? = ['\"]([\d.]+)", path.read_text())[1]


def vllm(root, reference, rotating):
    tree = ast.parse((root / "vllm" / "model_executor" / "models" / "registry.py").read_text())
    every = assigned(tree, "_VLLM_MODELS")
    groups = [ast.unparse(each) for key, each in zip(every.keys, every.values, strict=True) if key is None]
    names = [name for group in groups if "_TRANSFORMERS_" not in group for name in keys(assigned(tree, group))]
    configs = ast.parse((root / "vllm" / "transformers_utils" / "config.py").read_text())
    types = keys(assigned(configs, "_CONFIG_REGISTRY"))
    release, newest = (version(each) for each in (root / "vllm" / "_version.py", reference / "src/transformers/__init__.py"))
    without = lacking(names, rotating, reference)
    two_sets("model_executor/models/registry.py of vLLM", release, without, types, newest)


def sglang(root, reference, rotating):
    srt = root / "python" / "sglang" / "srt"
    names = []
    for path in sorted((srt / "models").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8-sig"))):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EntryClass":
                names += [ast.unparse(each) for each in getattr(node.value, "elts", [node.value])]
    types = {}
    for path in (srt / "configs").glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8-sig")).body:
            if isinstance(node, ast.ClassDef):
                for each in node.body:
                    target = each.targets[0] if isinstance(each, ast.Assign) else getattr(each, "target", None)
                    if isinstance(target, ast.Name) and target.id == "model_type" and isinstance(each.value, ast.Constant):
                        types[node.name] = each.value.value
    source = (srt / "utils" / "hf_transformers" / "common.py").read_text()
    registry = assigned(ast.parse(source), "_CONFIG_REGISTRY")
    listed = [ast.unparse(each) for each in registry.generators[0].iter.elts]
    aliases = re.findall(r'_CONFIG_REGISTRY\["(\w+)"\] =', source)
    own = [types[name] for name in listed if name in types] + aliases
    release, newest = (version(each) for each in (srt.parent / "_version.py", reference / "src/transformers/__init__.py"))
    without = [name for name in lacking(names, rotating, reference) if name not in own]  # which name a class themselves
    two_sets("srt/models/*.py of SGLang", release, without, own, newest)


def rotating():
    """Returns the model types of tests/golden/engines/model-types.json that rotate according to position-keys.json."""
    golden = Path(__file__).parents[2] / "tests" / "golden" / "engines"
    fields = json.loads((golden / "position-keys.json").read_text())["fields"]
    types = set(json.loads((golden / "model-types.json").read_text())["types"])
    named = {name for key in ("rope_parameters", "rope_theta") for name in fields.get(key, {})}
    wholes = {re.sub("_text$", "", name) for name in named}
    return {name for name in wholes & types if not re.search("_(vision|encoder|model)$", name)}


engines = {"mlx-lm": mlx_lm, "llama-cpp": llama_cpp, "transformers": transformers, "transformers-4": transformers_4}
roots = [Path(each) for each in sys.argv[2:]]
if sys.argv[1] in engines:
    engines[sys.argv[1]](*roots)
else:
    {"vllm": vllm, "sglang": sglang}[sys.argv[1]](*roots, rotating())
