/**
 * Programs that print what an engine computes of a config.json, with the engine's own classes and without weights. Each was
 * run in the environment of evidence/pins.json, with its packages. Engines that need a compiled program, a GPU or more than
 * a few lines have none.
 */
import { differenceText } from '../lib/engines/difference-text.js';
import { num } from '../lib/hf/number-text.js';
import type { EngineAnswer, EngineId } from '../lib/node.js';
import { inLines } from './harmless.js';

const byTransformers = `import sys
import torch
from transformers import AutoConfig, AutoModel

config = AutoConfig.from_pretrained(sys.argv[1])
with torch.device("meta"):  # without weights
    model = AutoModel.from_config(config)
for path, module in model.named_modules():
    tables = [name for name, _ in module.named_buffers(recurse=False) if name.endswith("inv_freq")]
    if tables and hasattr(module, "config"):
        rotary = type(module)(module.config)  # again, with values
        for name in tables:
            if "original" not in name:
                amplitude = getattr(rotary, name.replace("inv_freq", "attention_scaling"))
                print(path, name, getattr(rotary, name)[:8].tolist(), "amplitude", amplitude)
`;

const byVllm = `import os
import sys
import tempfile

os.environ.update(VLLM_TARGET_DEVICE="cpu", VLLM_LOGGING_LEVEL="ERROR")
import torch
from vllm.config import CacheConfig, DeviceConfig, ModelConfig, VllmConfig, set_current_vllm_config
from vllm.distributed import parallel_state
from vllm.model_executor.model_loader.utils import get_model_architecture

for name in ("silu_and_mul", "gelu_and_mul", "gelu_tanh_and_mul"):  # compiled operations, which nothing calls here
    if not hasattr(torch.ops._C, name):
        torch.library.define(f"_C::{name}", "(Tensor x) -> Tensor")
model_config = ModelConfig(model=sys.argv[1], skip_tokenizer_init=True, enforce_eager=True, dtype="float32")
config = VllmConfig(model_config=model_config, cache_config=CacheConfig(), device_config=DeviceConfig("cpu"))
with set_current_vllm_config(config):
    parallel_state.init_distributed_environment(1, 0, f"file://{tempfile.mkdtemp()}/world", 0, "gloo")
    parallel_state.initialize_model_parallel(1, 1)
    with torch.device("meta"):  # without weights
        model = get_model_architecture(model_config)[0](vllm_config=config, prefix="")
rotary = {id(module): (path, module) for path, module in model.named_modules() if hasattr(module, "_compute_cos_sin_cache")}
for path, module in rotary.values():
    cos, sin = module._compute_cos_sin_cache()[1].chunk(2)
    print(path, torch.atan2(sin, cos)[:8].tolist(), "amplitude", torch.hypot(sin, cos)[0].item())
`;

const byMlxLm = `import json
import sys
import mlx.core as mx
import mlx_lm.utils

config = json.load(open(f"{sys.argv[1]}/config.json"))
model_class, args_class = mlx_lm.utils._get_classes(config)
model = model_class(args_class.from_dict(config))  # arrays are lazy: no weight gets a value
shown = set()
for path, module in model.named_modules():
    width = getattr(module, "dims", getattr(module, "dim", None))
    if "rope" in type(module).__name__.lower() and width:
        turned = module(mx.eye(width).reshape(1, width, 1, width), offset=1).reshape(width, width)
        along, size = mx.diagonal(turned), mx.sqrt((turned * turned).sum(axis=1))
        angles = mx.arctan2(mx.sqrt(mx.maximum(size * size - along * along, 0)), along)
        told = f"{angles[:8].tolist()} amplitude {size[0].item()}"
        if told not in shown:
            print(path, type(module).__name__, told)
        shown.add(told)
`;

const byExllamav3 = `import sys
import types
from unittest.mock import MagicMock

sys.modules["exllamav3.ext"] = types.SimpleNamespace(exllamav3_ext=MagicMock())  # needs CUDA; nothing calls it here
import exllamav3
from exllamav3.util.rope import RoPE

shown = set()
for module in exllamav3.Model.from_config(exllamav3.Config.from_directory(sys.argv[1])):
    settings = getattr(module, "rope_settings", None)
    if settings and repr(settings) not in shown:
        shown.add(repr(settings))
        rope = RoPE("cpu", settings)
        print(module.key, rope.inv_freq[:8].tolist(), "amplitude", rope.attn_factor)
`;

interface Program {
  /** Arguments of pip install; of exllamav3, everything but the wheel itself comes from pins.json. */
  readonly packages: string;
  readonly text: string;
}
export const programs: Partial<Readonly<Record<EngineId, Program>>> = {
  'transformers-5': { packages: `transformers==5.23.0 torch==2.14.0`, text: byTransformers },
  'transformers-4': { packages: `transformers==4.57.6 torch==2.14.0`, text: byTransformers },
  vllm: { packages: 'vllm==0.33.0', text: byVllm },
  'vllm@0.29.0': { packages: 'vllm==0.29.0', text: byVllm },
  'mlx-lm': { packages: "mlx-lm==0.32.2 'mlx[cpu]==0.32.4' transformers==5.23.0", text: byMlxLm },
  'mlx-lm@0.31.3': { packages: "mlx-lm==0.31.3 'mlx[cpu]==0.32.4' transformers==5.23.0", text: byMlxLm },
  exllamav3: { packages: 'exllamav3==1.6.5', text: byExllamav3 },
};

/** The program for an answer, headed by what it should print for the file; undefined if there is none for the engine. */
export function reproduction(answer: EngineAnswer): string | undefined {
  const { engine, title, version, error, difference, layers } = inLines(answer);
  const program = programs[engine];
  if (!program) return undefined;
  const told = error
    ? [`raises ${error.kind}: ${error.message}`]
    : Object.entries(layers).map(
        ([name, { frequencies, attentionFactor }]) =>
          `${name}: [${frequencies
            .slice(0, 8)
            .map((value) => num(value, 7))
            .join(', ')}] amplitude ${num(attentionFactor, 8)}`,
      );
  const against = difference ? `, against transformers 5: ${differenceText(difference)}` : '';
  const name = title.includes(version) ? title : `${title} ${version}`;
  return [
    `# ${name}: what its own code computes of FOLDER/config.json. Run it by python -P reproduce.py FOLDER`,
    `# pip install ${program.packages}`,
    `# posenc expects${against}`,
    ...told.map((line) => `#   ${line}`),
    program.text,
  ].join('\n');
}
