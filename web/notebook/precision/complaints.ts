/** Reports of lost precision in position encodings, by system. */
export interface Complaint {
  readonly system: string;
  readonly what: string;
  /** Sources between commas; `#n` is another issue of the repository before it. */
  readonly sources: string;
}

export const complaints: readonly Complaint[] = [
  {
    system: 'transformers',
    what: 'Cosine, sine or the inverse frequencies cast to fp16 or bf16. Mended by computing in float32 with autocast off.',
    sources: 'huggingface/transformers#25681, #24262, #29285, #29496',
  },
  {
    system: 'transformers, TensorRT-LLM',
    what: 'The product of positions and frequencies is a matrix product, and runs in TF32 where that is allowed: positions above 2048 collapse.',
    sources:
      'huggingface/transformers#48428, #48450, NVIDIA/TensorRT-LLM#19532, thinking-machines-lab/batch_invariant_ops#23',
  },
  {
    system: 'vLLM',
    what: 'Rotation in fp16; the cache of cosines and sines in the type of the model.',
    sources: 'vllm-project/vllm#863, #1004, #34910',
  },
  {
    system: 'GPT-NeoX',
    what: 'fp16 tables: a cosine off by 0.78 within 2048 positions; buffers cast by DeepSpeed.',
    sources: 'EleutherAI/gpt-neox#1003, #1016, #1305',
  },
  {
    system: 'Megatron, Transformer Engine',
    what: 'bf16 buffers; a fused kernel with a bf16 query.',
    sources: 'NVIDIA/Megatron-LM#744, NVIDIA/TransformerEngine#1245',
  },
  {
    system: 'JAX, Rust and MLX ports',
    what: 'Inverse frequencies or positions rounded before the product: an error of 0.83 at position 4095; 15 962 became 15 936.',
    sources:
      'sgl-project/sglang-jax#1472, #1473, huggingface/candle#3520, ml-explore/mlx-lm#1076, Modalities/modalities#462, nkalyanv99/UNI-D2#6, KellerJordan/modded-nanogpt#39',
  },
  {
    system: 'Diffusion models',
    what: 'Time steps and other continuous values in bf16: 998.39 became 1000.',
    sources: 'modelscope/DiffSynth-Studio#1025, wfondrie/depthcharge#76, #82',
  },
  {
    system: 'Apple’s MPS, WebGPU',
    what: 'No float64 on the device, and sines that are exact to 2⁻¹¹ only, inside [−π, π] only.',
    sources: 'huggingface/transformers#46174, webmachinelearning/webnn#914, gpuweb/gpuweb#3104',
  },
];
