/**
 * Schemes of model types that do not rotate text positions, read in models/<name>/modeling_<name>.py of transformers
 * decba1d2 (2026-08-19). A model of several parts is described by its text model.
 */
import { newerComposites } from './class-defaults-newer.js';

export const alibi = 'ALiBi (arXiv:2108.12409)';
export const learned = 'a learned absolute table';
export const disentangled = 'disentangled relative attention (arXiv:2006.03654)';
export const noPositions = 'no position encoding (NoPE)';
export const bucketed = 'bucketed relative biases (arXiv:1910.10683)';
export const sinusoidal = 'sinusoidal positions';
export const mixedCurves = 'relative biases from a bank of curves over the distance, which each query weighs';
const convolution = 'a convolution over the sequence, whose output is added (arXiv:2006.11477)';
const ofPatches = `${learned} of patches`;

const groups: readonly (readonly [string, string])[] = [
  [
    learned,
    `albert bart beit bert big_bird camembert clip deit distilbert electra gpt2 gpt_bigcode gpt_neo longformer mbart mpnet
    gpt-sw3 openai-gpt opt roberta vit siglip2 xlm-roberta biogpt blenderbot siglip dinov2
    aimv2_text_model align_text_model altclip_text_model bark semantic coarse_acoustics fine_acoustics bert-generation
    bigbird_pegasus blenderbot-small blip_text_model blip blip_2_qformer bridgetower_text_model canine
    chinese_clip_text_model chinese_clip clap_text_model clip_text_model clipseg_text_model clipseg cohere_asr convbert
    data2vec-text dpr ernie flava_text_model git groupvit_text_model groupvit ibert imagegpt
    instructblip_qformer instructblipvideo_qformer led luke lxmert markuplm megatron-bert metaclip_2_text_model metaclip_2
    mobilebert mra mvp nystromformer owlv2_text_model owlv2 owlvit_text_model owlvit plbart rembert roberta-prelayernorm
    roc_bert sam3_lite_text_text_model siglip_text_model siglip2_text_model splinter squeezebert vilt visual_bert
    xclip_text_model xclip xlm-roberta-xl xmod yoso`,
  ],
  ['a learned table of time steps', 'decision_transformer'],
  [`${learned}, or sinusoids where use_learned_position_embeddings is false`, 'trocr'],
  ['relative position biases', 'dinat levit'],
  [`${learned}, or sinusoids where sinusoidal_embeddings is true`, 'flaubert xlm'],
  [`${learned}, and tables of the four edges of a box`, 'layoutlm layoutlmv2 layoutlmv3 layoutxlm lilt'],
  [`${learned}, and sinusoids of the corners of a box in the logits`, 'bros'],
  [`${learned}, and tables of the row and the column of a cell`, 'tapas'],
  [`${learned}, and Fourier transforms in the place of attention (arXiv:2105.03824)`, 'fnet'],
  [`${learned}, and bucketed relative biases`, 'prophetnet'],
  ['learned tables of two axes (arXiv:2001.04451)', 'reformer'],
  ['learned tables or Fourier features of its inputs', 'perceiver'],
  [
    sinusoidal,
    `marian pegasus xglm m2m_100 fsmt autoformer ctrl informer kosmos_2_text_model kosmos-2 kosmos_2_5_text_model
    kosmos-2.5 musicgen_decoder musicgen musicgen_melody_decoder musicgen_melody nllb-moe pegasus_x speech_to_text
    time_series_transformer timesfm tipsv2_text_model videoprism_text_model`,
  ],
  [
    `${learned} in its decoder, and in its encoder fixed sinusoids whose frequencies fall from 1 to 1/10000 in d/2 - 1 steps`,
    'whisper',
  ],
  [
    'fixed sinusoids of time, as in the encoder of Whisper',
    `audioflamingo3_encoder qwen2_audio_encoder qwen2_5_omni_audio_encoder qwen3_asr_encoder
    qwen3_omni_moe_audio_encoder voxtral_encoder`,
  ],
  [`${sinusoidal} or random ones, by positional_encoding_type`, 'patchtst patchtsmixer'],
  [bucketed, 't5 mt5 umt5 longt5 switch_transformers pop2piano pix2struct pix2struct_text_model cpmant'],
  [`${bucketed}, and biases of the places of boxes`, 'udop'],
  [`${bucketed}, and ${convolution}`, 'wavlm'],
  [convolution, 'hubert wav2vec2 unispeech unispeech-sat sew data2vec-audio'],
  [`${disentangled}, and ${convolution}`, 'sew-d'],
  [disentangled, 'deberta deberta-v2'],
  ['relative sinusoids (arXiv:1901.02860)', 'xlnet transfo-xl funnel fastspeech2_conformer'],
  [
    'relative sinusoids (arXiv:1901.02860) in its encoder',
    'parakeet_encoder parakeet_ctc parakeet_rnnt parakeet_tdt nemotron_asr_streaming_encoder nemotron_asr_streaming',
  ],
  ['relative sinusoids within chunks', 'gemma3n_audio gemma4_audio'],
  ['relative keys (arXiv:1803.02155)', 'granite_speech_encoder granite_speech_plus_encoder vits'],
  ['relative keys (arXiv:1803.02155) for speech and sinusoids for text', 'seamless_m4t_v2'],
  [`${convolution}, scaled sinusoids and relative keys`, 'speecht5'],
  ['bucketed relative biases of its own', 'phi4_multimodal_audio'],
  [alibi, 'bloom'],
  ['learned positions or ALiBi', 'mpt'],
  ['recurrence and no position encoding', 'mamba mamba2 rwkv falcon_mamba xlstm'],
  [noPositions, 'moonshine_streaming_encoder moshi_depth'],
  [mixedCurves, 'inkling inkling_text inkling_mm_model inkling_model'],
  // image models
  [
    ofPatches,
    `align_vision_model altclip_vision_model audio-spectrogram-transformer blip_vision_model blip_2_vision_model
    bridgetower_vision_model chinese_clip_vision_model clip_vision_model clipseg_vision_model cosmos3_edge_vision
    dinov2_with_registers eomt flava_image_model gemma4_unified_vision git_vision_model glm_image_vision
    groupvit_vision_model hiera lw_detr_vit hunyuan_vl_vision idefics_vision idefics2_vision idefics3_vision ijepa
    instructblip_vision_model instructblipvideo_vision_model internvl_vision janus_vision_model kosmos_2_vision_model
    metaclip_2_vision_model mgp-str minicpmv4_6_vision mllama_vision_model ovis2 owlv2_vision_model owlvit_vision_model
    phi4_multimodal_vision pixio pvt qianfan_ocr_vision radio rf_detr_dinov2 siglip_vision_model siglip2_vision_model
    smolvlm_vision timesformer tipsv2_vision_model videomt videoprism_vision_model vit_msn vitpose_backbone vivit
    xclip_vision_model yolos`,
  ],
  [`${ofPatches}, by rows and by columns`, 'kosmos_2_5_vision_model pix2struct_vision_model'],
  [`${ofPatches}, or sinusoids of them`, 'aimv2_vision_model'],
  [
    `${ofPatches}, and relative positions of rows and of columns (arXiv:2112.01526)`,
    'sam_vision_model sam_hq_vision_model vitdet seggpt deepseek_ocr2_sam_vision_model',
  ],
  ['sinusoids of patches', 'videomae vit_mae'],
  [
    'relative position biases of a window (arXiv:2103.14030)',
    'swin swinv2 clap_audio_model data2vec-vision donut-swin maskformer-swin swin2sr',
  ],
];

export const schemesByType: ReadonlyMap<string, string> = new Map(
  groups.flatMap(([scheme, types]) => types.split(/\s+/).map((type) => [type, scheme] as const)),
);

/** The scheme of a model type that does not rotate, in words that begin with its name; undefined if not listed. */
export const schemeOf = (modelType: string | undefined): string | undefined =>
  modelType === undefined ? undefined : schemesByType.get(modelType);

/** Types composed of other models. Positions are those of the parts, one of which is in the file (`sub_configs`). */
const composites: ReadonlySet<string> = new Set([
  ...newerComposites,
  ...`aimv2 align altclip audioflamingo3 aya_vision blip-2 bridgetower clap clvp cohere2_vision colmodernvbert colpali
  colqwen2 cosmos3_omni deepseek_vl deepseek_vl_hybrid dia emu3 exaone4_5 fast_vlm flava florence2 gemma4_assistant
  gemma4_unified_assistant glm46v glmasr glmga got_ocr2 granite_speech granite_speech_plus idefics2 idefics3
  instructblip instructblipvideo internvl janus kimi_k25 lasr_ctc lfm2_vl lighton_ocr llava_next_video llava_onevision
  minicpmv4_6 mistral3 mllama modernvbert musicflamingo nemotron3_5_asr nougat paligemma pe_audio pe_audio_video
  pe_video perception_lm pi0 pp_chart2table qianfan_ocr qwen2_5_omni_thinker qwen2_audio qwen3_asr
  qwen3_omni_moe_thinker shieldgemma2 smolvlm step3p7 t5gemma t5gemma2_encoder tipsv2 vibevoice_asr video_llama_3
  video_llava videoprism vision-text-dual-encoder voxtral`.split(/\s+/),
]);
export const isComposite = (modelType: string | undefined): boolean =>
  modelType !== undefined && composites.has(modelType);

const patches = 'it rotates by the row and the column of a patch';
const frames = 'it rotates by the frame, the row and the column of a patch';
/** Models that rotate, or bias, in a way that a report on text positions cannot describe. */
const beyondGroups: readonly (readonly [string, string])[] = [
  [
    patches,
    `pixtral mlcd mlcd_vision_model efficientloftr sapiens2 sam3_vit_model glm_ocr_vision
    ernie4_5_vl_moe_vision exaone4_5_vision paddleocr_vl_vision cohere_compass_vision
    qwen2_vl_vision qwen2_5_vl_vision qwen2_5_omni_vision_encoder video_llama_3_vision`,
  ],
  [`${patches}, and adds a learned table`, 'llama4_vision_model glm4v_vision glm4v_moe_vision'],
  [frames, 'vjepa2 minimax_m3_vl_vision'],
  [
    `${patches}, and adds a learned table`,
    'qwen3_vl_vision qwen3_vl_moe_vision qwen3_5_vision qwen3_5_moe_vision qwen3_omni_moe_vision_encoder',
  ],
  ['it rotates by the place of a point of interest, which it learns to turn into angles', 'lightglue'],
  [
    'its memory attention rotates by the row and the column of a patch',
    'sam2 sam2_video sam3_tracker_video edgetam_video',
  ],
];
const beyond = new Map(
  beyondGroups.flatMap(([words, types]) => types.split(/\s+/).map((type) => [type, words] as const)),
);
/** Describes a model type that reports do not cover. */
export const beyondReport = (modelType: string | undefined): string | undefined =>
  modelType === undefined ? undefined : beyond.get(modelType);
