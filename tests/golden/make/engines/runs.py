"""What the runners of this folder share: the configurations that are asked, code of a checkout without its imports, and the file.

A runner executes functions and classes of an engine as they stand in its source. What they import is replaced by the runner,
which says so in `how`; fields that have nothing to do with positions and that a file lacks are filled in.
"""

import ast
import json
import pathlib
import re
import sys
import traceback
from unittest.mock import MagicMock

GOLDEN = pathlib.Path(__file__).parents[2] / "engines"

ARCHITECTURES = {
    "llama": "LlamaForCausalLM",
    "qwen3": "Qwen3ForCausalLM",
    "gpt_oss": "GptOssForCausalLM",
    "deepseek_v3": "DeepseekV3ForCausalLM",
    "phi3": "Phi3ForCausalLM",
    "gpt_neox": "GPTNeoXForCausalLM",
    "glm4": "Glm4ForCausalLM",
    "qwen2_vl": "Qwen2VLForConditionalGeneration",
    "gemma3_text": "Gemma3ForCausalLM",
    "gemma3n_text": "Gemma3nForCausalLM",
    "gemma4_text": "Gemma4ForCausalLM",
}


def configurations():
    """(id, text) of the files that the engines of the first set were asked, with `architectures`, and of the published ones that rotate."""
    found = {}
    for case in json.loads((GOLDEN / "transformers.json").read_text())["cases"]:
        fields = json.loads(case["config"])
        found[case["id"]] = json.dumps({"architectures": [ARCHITECTURES[fields["model_type"]]], **fields})
    for case in json.loads((GOLDEN / "published.json").read_text())["cases"]:
        if case["id"] in ("nemotron-3-nano", "kimi-k3"):
            continue
        config = case["config"]
        found[case["id"]] = config if isinstance(config, str) else json.dumps(config)
    return found.items()


def execute(path, wanted, namespace):
    """Executes definitions and constants of a file, those of which `wanted` says so; what else it names is a stand-in."""
    tree = ast.parse(pathlib.Path(path).read_text())
    chosen = []
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                namespace.setdefault((alias.asname or alias.name).split(".")[0], MagicMock())
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not wanted(node):
            namespace.setdefault(node.name, MagicMock())
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.Assign)):
            chosen.append(node)
    future = ast.parse("from __future__ import annotations").body  # evaluates no annotation
    exec(compile(ast.Module(future + chosen, []), str(path), "exec"), namespace)
    return namespace


def layer(frequencies, amplitude=1.0, **more):
    return {"frequencies": [float(f"{float(f):.9g}") for f in frequencies], "attentionFactor": float(f"{float(amplitude):.12g}"), **more}


def raised(error):
    return {"error": f"{type(error).__name__}: {error}"}


def answered(ask, without=(), more=()):
    """The cases of a file: what `ask` makes of each configuration, or what it raises, which -v prints."""
    for case, text in [*configurations(), *more]:
        if case in without:
            continue
        try:
            answer = ask(text)
        except Exception as error:
            answer = raised(error)
            if "-v" in sys.argv:
                traceback.print_exc()
        yield {"id": case, "config": text, **answer}


def write(name, version, how, cases):
    cases = list(cases)
    head = {"engine": name, "version": version, "how": how, "recipe": f"tests/golden/make/engines/{name}.py"}
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    body = json.dumps(head, indent=0)[:-2] + f',\n"cases": [\n{lines}\n]\n}}\n'
    (GOLDEN / f"{name}.json").write_text(body)
    errors = [case for case in cases if "error" in case]
    print(f"{name}: {len(cases)} cases, of which {len(errors)} raise")
    for case in errors:
        print(f"  {case['id']}: {re.sub(chr(10), ' ', case['error'])[:150]}")
