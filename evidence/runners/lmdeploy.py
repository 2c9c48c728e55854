"""LMDeploy's PyTorch engine without a GPU: its ModelConfig reads the file, its model class is built and run on tokens.

Large parameters are on torch's meta device, positions and tables are real. Each call of ApplyRotaryEmb is called again
on basis vectors. Operators are the engine's own in torch; what these lack stands for nothing. Triton's interpreter runs
the kernel that turns vectors once for each form of its arguments, and it must agree with the operator in torch.
"""

import contextlib
import gc
import inspect
import json
import os
import re
import sys
import tempfile
import warnings
from types import SimpleNamespace
from unittest.mock import MagicMock

os.environ.update(TRANSFORMERS_VERBOSITY="error", TORCHDYNAMO_DISABLE="1", TRITON_INTERPRET="1")
warnings.filterwarnings("ignore")
import runner
import torch
from architecture import architecture_of
from lmdeploy.pytorch import config as lmdeploy_config
from lmdeploy.pytorch.backends import selector
from lmdeploy.pytorch.backends.default.op_backend import DefaultOpsBackend
from lmdeploy.pytorch.kernels.cuda.apply_rotary_pos_emb import apply_rotary_pos_emb as kernel
from lmdeploy.pytorch.model_inputs import BuildModelContext, step_ctx_manager
from lmdeploy.pytorch.models import patch, qwen3_5, qwen3_next
from lmdeploy.pytorch.nn import rotary_embedding
from lmdeploy.pytorch.nn.attention import Attention
from lmdeploy.pytorch.nn.moe.base import FusedMoEBase
from lmdeploy.pytorch.nn.nsa import IndexerTopKFP8
from lmdeploy.pytorch.transformers import config_from_pretrained
from lmdeploy.utils import _get_and_verify_max_len
from real_positions import RealPositions
from rotation import layers_text, rotation
from runner import Unsettled, merged, message, run
from transformers import PretrainedConfig

torch.set_num_threads(1)
runner.REFUSED = re.compile(f"{runner.REFUSED.pattern}|Can not found rewrite|has been removed from LMDeploy", re.I)
TOKENS = 5
LAYERS = 8
LAYER = re.compile(r"^(.*?layers|.*?blocks)\.(\d+)(?:\.|$)")
# Fields that say nothing about positions: code of the model's own, weights in kinds that CPUs lack.
DROPPED = ("auto_map", "quantization_config", "compression_config")
DEPTHS = ("num_hidden_layers", "num_layers")


class Backend(DefaultOpsBackend):
    @classmethod
    def build_op(cls, spec, **options):
        try:
            return super().build_op(spec, **options)
        except RuntimeError:
            nothing = MagicMock(name=type(spec).__name__)
            del nothing.build_expert_storage
            return nothing


torch.cuda.get_device_properties = lambda *_: SimpleNamespace(major=9, minor=0)
torch.cuda.current_device = lambda: 0
for name in ("flash_mla", "fla", "fla.modules", "fla.modules.fused_norm_gate"):
    sys.modules[name] = MagicMock()
IndexerTopKFP8.forward = lambda self, q, *_, **__: torch.zeros(q.shape[0], 1, dtype=torch.long)
IndexerTopKFP8._get_block_cache = lambda self: (torch.zeros(1), torch.zeros(1))
for one in (qwen3_5.Qwen3_5GatedDeltaNet, qwen3_next.Qwen3NextGatedDeltaNet):
    one.forward = lambda self, hidden_states, *_, **__: hidden_states
FusedMoEBase.forward = lambda self, hidden_states, *_, **__: hidden_states
selector._get_backend = lambda: Backend
lmdeploy_config._update_torch_dtype = lambda config, dtype, **_: (setattr(config, "dtype", torch.float32), config)[1]


class Recorder:
    def __init__(self):
        self.path, self.found, self.known = [], [], {}

    def rotate(self, module, query, key, cos, sin, inplace=True, complex_mode=False):
        tables = tuple(one[:2].float().contiguous() for one in (cos, sin))
        key = (query.shape[-1], complex_mode, *(one.numpy().tobytes() for one in tables))
        if key not in self.known:
            try:
                found = rotation(*(turned(module, *tables, query.shape[-1], at, complex_mode) for at in (0, 1)))
            except ValueError as error:
                found = {"unread": str(error)}
            self.known[key] = found
        self.found.append((self.path[-1] if self.path else "", self.known[key]))
        return query, key


def turned(module, cos, sin, width, at, complex_mode):
    """(output, input): the basis vectors are heads of one token, whose first channels turn."""
    cos, sin = cos[at : at + 1], sin[at : at + 1]
    span = cos.shape[-1] * (2 if complex_mode else 1)
    if span > width:
        raise ValueError(f"a table of {span} channels for {width}")

    def operator(cos, sin):
        basis = torch.eye(width)[None]
        turning = basis[..., :span].clone()
        module.impl.forward(turning, turning[:, :0].clone(), cos, sin, True, complex_mode=complex_mode)
        return torch.cat((turning, basis[..., span:]), -1)

    form = (width, span, complex_mode)
    if form not in AGREED:
        tables = [torch.randn_like(cos[..., : cos.shape[-1] // 2]) for _ in (0, 1)]
        tables = [torch.randn_like(cos) if complex_mode else torch.cat((one, one), -1) for one in tables]
        basis = torch.eye(width)[None]
        empty = basis[:, :0].clone()
        out, _ = kernel(basis, empty, *tables, basis.clone(), empty.clone(), complex_mode=complex_mode)
        if not torch.equal(out, operator(*tables)):
            raise ValueError("the kernel and the operator in torch differ")
        AGREED.add(form)
    return operator(cos, sin)[0].double().numpy().T


AGREED = set()
RECORDER = Recorder()
rotary_embedding.ApplyRotaryEmb.forward = lambda self, *args, **options: RECORDER.rotate(self, *args, **options)


def attend(self, query, *_, **__):
    return query.new_zeros(*query.shape[:-1], self.value_size)


made = Attention.__init__


def make(self, num_heads, head_size, *args, v_head_size=None, **options):
    made(self, num_heads, head_size, *args, v_head_size=v_head_size, **options)
    self.value_size = v_head_size or head_size


Attention.__init__, Attention.forward = make, attend


def shorten(config):
    for one in (config, *(value for value in vars(config).values() if hasattr(value, "to_dict"))):
        fields = vars(one)
        whole = next((fields[key] for key in DEPTHS if type(fields.get(key)) is int), 0)
        if whole <= LAYERS:
            continue
        lists = {k: v for k, v in fields.items() if isinstance(v, (list, tuple)) and len(v) == whole}
        keep = LAYERS
        for values in lists.values():
            texts = [json.dumps(value, default=str) for value in values]
            firsts = {texts.index(text) for text in texts}
            keep = max(keep, max(firsts) + 1) if len(firsts) <= 4 else keep
        fields.update(
            {key: keep for key in DEPTHS if fields.get(key) == whole}, **{k: v[:keep] for k, v in lists.items()}
        )


@contextlib.contextmanager
def paths(model):
    """While a module runs, its path is the recorder's."""
    handles = []
    for path, module in model.named_modules():
        handles.append(module.register_forward_pre_hook(lambda *_, path=path: RECORDER.path.append(path)))
        handles.append(module.register_forward_hook(lambda *_: RECORDER.path.pop() and None, always_call=True))
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def observe(fields, case):
    with tempfile.TemporaryDirectory() as parent:
        folder = os.path.join(parent, "model")
        os.mkdir(folder)
        known = patch._get_module_map()
        fields = {**fields, "architectures": [architecture_of(fields, known)]}
        with open(os.path.join(folder, "config.json"), "w", encoding="utf8") as file:
            json.dump({key: value for key, value in fields.items() if key not in DROPPED}, file)
        try:
            return of_folder(folder, "auto_map" in fields)
        except Exception as error:
            if isinstance(error, Unsettled) or fields["architectures"][0] in known or runner.REFUSED.search(str(error)):
                raise
            if "auto_map" in fields:
                raise Unsettled("the file brings code of its own") from error
            raise RuntimeError(f"{message(error)}; Can not found rewrite for {fields['architectures'][0]}") from error


def of_folder(folder, brings_code):
    hf_config = config_from_pretrained(folder)
    if brings_code and type(hf_config) is PretrainedConfig:
        raise Unsettled("the file brings code of its own")
    served = _get_and_verify_max_len(hf_config, None)
    shorten(hf_config)
    config = lmdeploy_config.ModelConfig.from_hf_config(hf_config, folder, dtype="float32", device_type="cuda")
    mode = RealPositions()
    context = BuildModelContext(language_model_only=True)
    with mode, torch.no_grad():
        model = patch.build_patched_model(config, device=torch.device("meta"), build_model_ctx=context)
        mode.building = False
        answer = executed(model, config)
    del model
    gc.collect()
    return {**answer, "served": served}


def executed(model, config):
    RECORDER.path, RECORDER.found = [], []
    tokens = torch.zeros(1, TOKENS, dtype=torch.long)
    positions = torch.arange(TOKENS)[None]
    cache = [[torch.zeros(1), torch.zeros(1)] for _ in range(256)]
    failed = None
    step = SimpleNamespace(enable_microbatch=False, model_config=config, is_decoding=False)
    with paths(model), step_ctx_manager(model.ctx_mgr), model.ctx_mgr.context(step):
        try:
            given = (
                {"state_ids": torch.zeros(1, dtype=torch.long)}
                if "state_ids" in inspect.signature(model.forward).parameters
                else {}
            )
            model(input_ids=tokens, position_ids=positions, past_key_values=cache, attn_metadata=MagicMock(), **given)
        except Exception as error:
            failed = error
    observations, turning, still, depth = [], {}, {}, {}
    for path, facts in RECORDER.found:
        found = LAYER.match(path)
        stack = found[1] if found else path
        role = {"role": "indexer"} if "indexer" in path else {}
        observations.append((int(found[2]) if found else None, {"stack": stack, **role, **facts}))
        if found and not role:
            turning.setdefault(stack, set()).add(int(found[2]))
    for path, module in model.named_modules():
        if isinstance(module, torch.nn.ModuleList) and path.endswith("layers"):
            depth[path] = len(module)
            rest = set(range(len(module))) - turning.get(path, set())
            if rest and path in turning:
                still[path] = layers_text(rest)
    answer = {
        "class": type(model).__name__,
        **merged(observations),
        **({"stillByStack": still} if still else {}),
        **({"depthByStack": depth} if depth else {}),
    }
    if failed is not None:
        if not RECORDER.found:
            raise failed
        answer.pop("stillByStack", None)
        answer["partial"] = message(failed)
    return answer


if __name__ == "__main__":
    run(observe, 60)
