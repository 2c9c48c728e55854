/**
 * Written by evidence/tables.mjs: model types that vLLM 0.33.0 refuses, with neither a class nor one of transformers.
 */
// prettier-ignore
export const unsupported: ReadonlySet<string> = new Set([
  'autoformer bark big_bird blip bros canine clvp codegen convbert cpmant cvt dab-detr data2vec-vision',
  'deberta deberta-v2 fastspeech2_conformer fastspeech2_conformer_with_hifigan flaubert flava fsmt funnel',
  'gpt_neo gpt_neox_japanese grounding-dino groupvit hiera ibert imagegpt layoutlmv2 layoutlmv3 led lilt',
  'longformer luke mask2former megatron-bert mgp-str mm-grounding-dino mobilevit mobilevitv2 mpnet mpt mra',
  'mvp nystromformer omdet-turbo oneformer openai-gpt perceiver prophetnet reformer rembert roformer rwkv',
  'seggpt sew-d slanet slanext speecht5 squeezebert superglue swiftformer table-transformer tapas',
  'timesformer trocr tvp ultravbert vilt visual_bert vitdet vits voxtral_realtime_text wavlm xglm xlm xlnet',
  'yoso zoedepth',
].flatMap((line) => line.split(' ')));
