/**
 * Written by evidence/tables.mjs: model types that SGLang 0.5.23 refuses, with neither a class nor one of transformers.
 */
// prettier-ignore
export const unsupported: ReadonlySet<string> = new Set([
  'aimv2 align bailing_hybrid bamba bart big_bird bigbird_pegasus biogpt blenderbot blenderbot-small blip',
  'bloom bridgetower bros clap clvp codegen cohere_asr colpali convbert cpmant data2vec-audio deberta',
  'deberta-v2 decision_transformer deepseek_vl deepseek_vl_hybrid dpr evolla falcon fastspeech2_conformer',
  'flaubert flava florence2 fsmt funnel git gpt_neo gpt_neox_japanese grounding-dino groupvit hubert ibert',
  'imagegpt inkling_text jamba janus layoutlm layoutlmv2 layoutlmv3 led lilt longformer longt5 luke lxmert',
  'm2m_100 marian markuplm mbart megatron-bert mm-grounding-dino moonshine moonshine_streaming mpnet mpt mra',
  'mt5 muse_spark_text mvp nllb-moe nystromformer olmo_hybrid omdet-turbo openai-gpt pegasus pegasus_x',
  'pix2struct plbart pop2piano pp_formulanet prophetnet qwen4_exp qwen4_exp_text reformer rembert roformer',
  'seamless_m4t seamless_m4t_v2 sew sew-d speech_to_text speecht5 splinter squeezebert switch_transformers',
  't5 tapas trocr tvp udop umt5 unispeech unispeech-sat vilt vision-text-dual-encoder visual_bert vits',
  'voxtral_realtime_text wav2vec2 wav2vec2-bert wav2vec2-conformer wavlm whisper xglm xlm xlnet yoso zamba',
  'zamba2',
].flatMap((line) => line.split(' ')));
