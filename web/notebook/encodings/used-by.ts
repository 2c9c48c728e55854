/** Models that use each encoding, best known first. For unlisted encodings we know none. */

/** Names of models, with their type in transformers if the library reads such a config (`lib/hf`), else ''. */
type Users = Readonly<Record<string, string>>;

export const usedBy: Readonly<Record<string, Users>> = {
  sinusoidal: { Marian: 'marian', PEGASUS: 'pegasus', 'M2M-100': 'm2m_100', XGLM: 'xglm' },
  timestep: { DDPM: '', 'Stable Diffusion': '' },
  learned: { BERT: 'bert', 'GPT-2': 'gpt2', RoBERTa: 'roberta', OPT: 'opt' },
  'learned-grid': { ViT: 'vit', DeiT: 'deit', DINOv2: 'dinov2' },
  'learned-detr': { DETR: '' },
  'sincos2d-mae': { MAE: 'vit_mae', 'MoCo-v3': '' },
  'sincos3d-diffusers': { CogVideoX: '' },
  detr: { DETR: '', 'Deformable DETR': '', 'DAB-DETR': '' },
  rope: { Llama: 'llama', Mistral: 'mistral', Qwen2: 'qwen2', Gemma: 'gemma2', 'GPT-NeoX': 'gpt_neox' },
  mrope: { 'Qwen2-VL': 'qwen2_vl', 'Qwen3-VL': 'qwen3_vl', 'ERNIE VL': 'ernie4_5_vl_moe', HunyuanVL: 'hunyuan_vl' },
  'rope-dinov3': { DINOv3: '' },
  shaw: { VITS: 'vits' },
  'transformer-xl': { 'Transformer-XL': 'transfo-xl', XLNet: 'xlnet' },
  t5: { T5: 't5', mT5: 'mt5', LongT5: 'longt5' },
  deberta: { DeBERTa: 'deberta', 'DeBERTa v2': 'deberta-v2' },
  'protein-relative': { AlphaFold: '', ESMFold: '' },
  inkling: { Inkling: '' },
  'swin-v1': { Swin: 'swin', BEiT: '' },
  'swin-v2': { 'Swin v2': 'swinv2' },
  alibi: { BLOOM: 'bloom', MPT: 'mpt' },
  'pixel-fourier': { Perceiver: 'perceiver' },
  'gligen-boxes': { GLIGEN: '' },
  rrwp: { GRIT: '' },
  'spherical-harmonics': { SatCLIP: '', 'Gaussian splatting': '', e3nn: '' },
};
