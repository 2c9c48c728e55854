"""The Python helper of the conformance vectors on transformers' own modeling_rope_utils.py, which is executed by itself: of
the rest of transformers it needs a logger and to be told that torch is there. Prints what came of each case, as JSON.

    python3 vectors_in_transformers.py <folder of the package> <modeling_rope_utils.py>
"""
import inspect
import json
import logging
import sys
import types

sys.path.insert(0, sys.argv[1])
import posenc_vectors  # noqa: E402
import torch  # noqa: E402


def executed(path):
    """The module, of transformers 4 (rope_theta, rope_scaling) or 5 (rope_parameters)."""
    around = {
        "stand_in": {"__path__": []},
        "stand_in.utils": {"is_torch_available": lambda: True, "logging": types.SimpleNamespace(get_logger=logging.getLogger)},
        "stand_in.configuration_utils": {"PretrainedConfig": object, "PreTrainedConfig": object},
    }
    for name, content in around.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(content)
    module = types.ModuleType("stand_in.modeling_rope_utils")
    module.__package__ = "stand_in"
    module.__file__ = path
    sys.modules[module.__name__] = module
    exec(compile(open(path).read(), path, "exec"), vars(module))
    return module


def config_of(case):
    given = case["config"].get("text_config", case["config"])
    parameters = given["rope_parameters"]
    parameters = parameters.get(case.get("layerType"), parameters)
    config = types.SimpleNamespace(**given)
    config.rope_parameters = config.rope_scaling = parameters
    config.rope_theta = parameters["rope_theta"]
    config.standardize_rope_params = lambda: None
    if "partial_rotary_factor" in parameters:
        config.partial_rotary_factor = parameters["partial_rotary_factor"]
    if not hasattr(config, "head_dim") or parameters["rope_type"] == "proportional":
        config.head_dim = given.get("qk_rope_head_dim", case["headDim"])
    return config, parameters


module = executed(sys.argv[2])
# other versions ignore these keys and compute something else without them
newer = ("original_max_position_embeddings", "truncate", "mscale_all_dim")
checked, failed, skipped = [], {}, {}
for case in posenc_vectors.cases:
    config, parameters = config_of(case)
    compute = module.ROPE_INIT_FUNCTIONS.get(parameters["rope_type"])
    if compute is None:
        skipped[case["name"]] = f"it has no function for {parameters['rope_type']}"
        continue
    source = inspect.getsource(compute)
    unread = [key for key in newer if key in parameters and key not in source]
    if parameters["rope_type"] == "longrope" and "seq_len >" not in source:
        unread += ["the length"] if case["name"].endswith("short") else []
    if unread:
        skipped[case["name"]] = f"its {parameters['rope_type']} does not read {', '.join(unread)}"
        continue
    inv_freq, attention_factor = compute(config, device=torch.device("cpu"), seq_len=case.get("contextLength"))
    try:
        posenc_vectors.check_frequencies(case, inv_freq)
        assert abs(attention_factor - case["amplitude"]) <= 1e-12, f"{case['name']}: amplitude {attention_factor}"
        # as its rotary classes continue, in float32
        angles = torch.tensor([p for p in case["positions"] if p <= 4096], dtype=torch.float32)[:, None] * inv_freq
        angles = torch.cat((angles, angles), dim=-1)
        cosines, sines = angles.cos() * attention_factor, angles.sin() * attention_factor
        posenc_vectors.check_cos_sin(case, cosines, sines, layout="doubled", within=5e-4, up_to=4096)
        checked.append(case["name"])
    except AssertionError as error:
        failed[case["name"]] = str(error)
print(json.dumps({"checked": checked, "failed": failed, "skipped": skipped}))
