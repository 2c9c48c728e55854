/**
 * The published configs that come with the notebook, as web/notebook/configs/<id>.json: fragments with
 * the fields that concern positions, and where they were seen.
 */
export interface Preset {
  readonly id: string;
  readonly title: string;
  /** Where the config is published. */
  readonly source: string;
  /** 'confirmed': the values were read in stored copies of the file; 'memory': some were typed from memory. */
  readonly evidence: 'confirmed' | 'memory';
  readonly note: string;
}

export const presets: readonly Preset[] = [
  {
    id: 'llama-3.1-8b',
    title: 'Llama 3.1 8B: llama3 scaling',
    source: 'https://huggingface.co/meta-llama/Llama-3.1-8B/blob/main/config.json',
    evidence: 'confirmed',
    note: 'The 70B and 405B models have the same head width and the same frequencies.',
  },
  {
    id: 'deepseek-v3',
    title: 'DeepSeek-V3: YaRN with latent attention',
    source: 'https://huggingface.co/deepseek-ai/DeepSeek-V3/blob/main/config.json',
    evidence: 'confirmed',
    note: 'Only 64 of the 192 channels of a query are rotated; the temperature sits in the softmax scale.',
  },
  {
    id: 'qwen2.5-7b-yarn',
    title: 'Qwen2.5 7B Instruct: YaRN block of the model card',
    source: 'https://huggingface.co/Qwen/Qwen2.5-7B-Instruct',
    evidence: 'memory',
    note: 'The published file has no scaling; its model card tells readers to add this block, which is typed from memory.',
  },
  {
    id: 'phi-3-mini-128k',
    title: 'Phi-3 mini 128k: LongRoPE (su)',
    source: 'https://huggingface.co/microsoft/Phi-3-mini-128k-instruct/blob/main/config.json',
    evidence: 'confirmed',
    note: 'The factor lists of April 2024, read in a copy of the Phi-3 vision config in the tests of diffusers; later revisions of the model changed them.',
  },
  {
    id: 'gemma-3-27b',
    title: 'Gemma 3 27B: two bases, linear on global layers',
    source: 'https://huggingface.co/google/gemma-3-27b-it/blob/main/config.json',
    evidence: 'confirmed',
    note: 'The file leaves both bases and the length to the configuration class of transformers.',
  },
  {
    id: 'gpt-oss-20b',
    title: 'gpt-oss 20B: YaRN without rounding',
    source: 'https://huggingface.co/openai/gpt-oss-20b/blob/main/config.json',
    evidence: 'confirmed',
    note: 'truncate is false, so engines that round the ramp differ.',
  },
];
