"""The numbers about positions that a configuration class of transformers declares, and whether it takes null for them.

    python3 tests/golden/make/class_nulls.py CHECKOUT/src/transformers > tests/golden/engines/class-nulls.json

It parses the sources and runs nothing of them. The classes are strict dataclasses: a null for a field whose type has no None
is refused when the class is built.
"""

import ast
import json
import pathlib
import sys

FIELDS = ("max_position_embeddings", "head_dim", "qk_rope_head_dim")
classes = {}
for path in sorted(pathlib.Path(sys.argv[1]).glob("models/*/configuration_*.py")):
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            typed = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            named = [each for each in node.body if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "model_type"]
            classes[node.name] = (
                {each.target.id: ast.unparse(each.annotation) for each in typed},
                ast.unparse(node.bases[0]) if node.bases else None,
                ast.literal_eval(named[0].value) if named else None,
            )


def declared(name, field):
    """The type of a field, also where a class that it extends declares it."""
    while name in classes:
        own, name, _ = classes[name]
        if field in own:
            return own[field]
    return None


types = {field: {} for field in FIELDS}
for name, (_, _, model_type) in classes.items():
    for field in FIELDS:
        found = declared(name, field)
        if model_type and found is not None:
            types[field][model_type] = "None" in found
answer = {field: {kind: sorted(k for k, takes in found.items() if takes == (kind == "null")) for kind in ("null", "number")} for field, found in types.items()}
source = "transformers main decba1d2 (2026-08-19, 5.16.0.dev0), configuration classes"
print(json.dumps({"source": source, "recipe": "tests/golden/make/class_nulls.py", "fields": answer}, indent=1))
