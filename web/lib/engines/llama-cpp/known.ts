/**
 * Written by web/tools/engine-types.py from TEXT_MODEL_MAP in conversion/__init__.py of llama.cpp: the names in
 * `architectures` for which its converter has a class (0c1e5709, in llama-cpp-python 0.3.36), grouped by
 * ending.
 */
// prettier-ignore
const byUse = {
  'ForCausalLM': [
    'Afmoe Apertus Arcee Arctic BaiChuan Baichuan BailingMoe BailingMoeV2 BailingMoeV3 Bamba BitNet Bitnet',
    'Bloom Chameleon CodeShell CogVLM Cohere2 Cohere2Moe Cohere Dbrx DeciLM Deepseek DeepseekOCR DeepseekV2',
    'DeepseekV32 DeepseekV3 DeepseekV4 Dots1 Dots3Note Dots3NoteText DotsOCR Eagle3Llama Ernie4_5 Ernie4_5_',
    'Ernie4_5_Moe Exaone4 Exaone ExaoneMoE ExaoneMoe Falcon FalconH1 FalconMamba GPTBigCode GPTNeoX',
    'GPTRefact Gemma2 Gemma3 Gemma3n Gemma4Assistant Gemma4 Gemma4UnifiedAssistant Gemma Glm4 Glm4Moe',
    'Glm4MoeLite Glm GlmMoeDsa GptOss Granite GraniteMoe GraniteMoeHybrid GraniteMoeSWA GraniteMoeShared',
    'GraniteSWA GraniteSwitch Grok1 Grok GroveMoe HYV3 HYV4 HrmText HunYuanDenseV1 HunYuanMoEV1 IQuestCoder',
    'InternLM2 InternLM3 Jais2 Jamba KORMo KimiLinear LFM2 LLaMA Laguna Lfm2 Lfm2Moe Llama4 Llama',
    'LlavaStableLMEpoch MPT Maincoder Mamba2 Mamba Maple Mellum MiMoV2Flash MiMoV2 MiniCPM3 MiniCPM',
    'MiniMaxM1 MiniMaxM2 MiniMaxM3Sparse MiniMaxText01 Ministral3 Mistral Mixtral Nanbeige Nemotron',
    'NemotronH NemotronHPuzzle OLMo Olmo2 Olmo3 Olmo Olmoe OpenELM Orion PLM PLaMo2 PLaMo3 PanguEmbedded',
    'Phi3 Phi PhiMoE Plamo2 Plamo3 Plamo Qwen2 Qwen2Moe Qwen3 Qwen3Moe Qwen3Next Qwen3_5 Qwen3_5Moe Qwen4Exp',
    'RW RWKV6Qwen2 RWKV7 RuGPT3XL Rwkv6 Rwkv7 RwkvHybrid Sarashina2Vision SarvamMoE SeedOss SmallThinker',
    'SmolLM3 SolarOpen Spark2_5 StableLMEpoch StableLm Starcoder2 Step3p5 Talkie UnlimitedOCR VLlama3 Xverse',
    'Youtu modeling_grove_moe.GroveMoe modeling_sarvam_moe.SarvamMoE',
  ],
  'ForConditionalGeneration': [
    'AudioFlamingo3 BailingMoeV3VL Chameleon ChatGLM Dots3Note Exaone4_5_ Gemma3 Gemma3n Gemma4',
    'Gemma4Unified Glm4v Glm4vMoe Glm5Next GlmOcr GraniteSpeech GraniteSpeechPlus HunYuanVL Janus KimiK25',
    'KimiK3 KimiVL Llama4 Llava MT5 MiniCPMV4_6 MiniMaxM3Sparse Mistral3 MuseGlimmer PaddleOCRVL Qwen2Audio',
    'Qwen2VL Qwen2_5_VL Qwen3ASR Qwen3OmniMoe Qwen3TTS Qwen3VL Qwen3VLMoe Qwen3_5 Qwen3_5Moe Qwen4Exp',
    'Step3p7 StepVL T5 UMT5 Voxtral YoutuVL',
  ],
  'ForMaskedLM': [
    'Bert DistilBert JinaBert ModernBert',
  ],
  'ForSequenceClassification': [
    'Bert DistilBert ModernBert NeoBERT Roberta XLMRoberta',
  ],
  'Model': [
    'Bert Bloom Camembert ChatGLM DFlash2Draft DFlashDraft DSparkDraft DeepseekV4DSpark DistilBert Dream',
    'Eagle3Draft EuroBert GPT2LMHead Gemma3Text Gemma4DSpark JAISLMHead JinaBert JinaEmbeddingsV5 KimiLinear',
    'LLaDAMoE Lfm2Bidirectional Lfm2DSparkDraft Lfm2 LingDSpark LlamaBidirectional Llama MambaLMHead',
    'ModernBert MuseGlimmerAssistant NomicBert PocketTTS QWenLMHead Qwen2 Qwen2VL Qwen2_5Omni Qwen3DSpark',
    'Qwen3 Roberta T5Encoder T5WithLMHead UMT5 Ultravox XLMRoberta',
  ],
  '': [
    'DSparkSpeculator Eagle3Speculator LLaDAMoEModelLM LLaDAModelLM Lfm25AudioTokenizer',
    'LlamaForCausalLMEagle3 NeoBERT NeoBERTLMHead Phi4ForCausalLMV RND1 WavTokenizerDec',
  ],
};
export const known: ReadonlySet<string> = new Set(
  Object.entries(byUse).flatMap(([use, lines]) => lines.flatMap((line) => line.split(' ').map((name) => name + use))),
);
