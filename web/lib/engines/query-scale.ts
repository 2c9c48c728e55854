/**
 * Which engines scale queries by position, and from which fields, if different from transformers. Read, not executed:
 * vllm/model_executor/models/mistral.py and deepseek_v2.py, sglang/srt/models/ministral3.py (0d9cd821) and
 * deepseek_v2.py, llama.cpp src/models/llama4.cpp (8a5c4e03) and mistral3.cpp, mlx_lm/models/ministral3.py and
 * llama4.py (d78bf58e). Only SGLang supports Grok-2's temperature: vllm/model_executor/models/grok1.py (02082de9) does
 * not read it, and llama.cpp's grok.cpp (8a5c4e03) reads it without using it. None of the four supports log-n of Qwen
 * 1: qwen.py of vLLM (002800f0), SGLang (01925ca8) and mlx-lm (1245c2ec), qwen.cpp (a0b8c172).
 */
import { type QueryScaleRule, queryScaleAt } from '../hf/query-scale.js';
import { ropeRule } from '../hf/limits.js';
import type { LayerFacts } from '../hf/facts.js';
import type { EngineId } from '../types/engines.js';
import type { Source } from './source.js';

type Rule = (facts: LayerFacts, source: Source) => QueryScaleRule | undefined;

/** The field of Mistral's own format, which configuration files of transformers do not have. */
function ofOwnFormat({ text }: Source): QueryScaleRule | undefined {
  const dict = text.child('llama_4_scaling');
  const beta = dict?.number('beta', ropeRule('attnScale'));
  const length = dict?.number('original_max_position_embeddings', ropeRule('floorScale'));
  return beta && length && { beta: beta.value, length: length.value, rule: 'steps', shift: 0, layers: 'all' };
}
const inLlama4 = ({ modelType }: LayerFacts): boolean => modelType?.startsWith('llama4') ?? false;

const asTransformers: Rule = ({ queryScale }) => queryScale?.value;
/** Ratios of logarithms exist only in code of the models' makers and, for Grok, in SGLang. */
const isRatio = ({ queryScale }: LayerFacts): boolean => queryScale?.value.rule === 'ratio';
const asVllm: Rule = (facts, source) => (inLlama4(facts) ? facts.queryScale?.value : ofOwnFormat(source));

/** The two numbers of Llama 4 are in its loader, not in a key. */
const asLlamaCpp: Rule = (facts) => {
  const own = facts.queryScale?.value;
  // conversion/mistral3.py (0c1e5709) writes attention.temperature_scale only for model_type ministral3
  if (facts.modelType === 'mistral4') return undefined;
  return inLlama4(facts) ? { rule: 'steps', beta: 0.1, length: 8192, shift: 1, layers: 'unrotated' } : own;
};

const rules: Partial<Readonly<Record<EngineId, Rule>>> = {
  vllm: asVllm,
  'vllm@0.29.0': asVllm,
  sglang(facts, source) {
    const own = facts.queryScale?.value;
    if (facts.modelType !== 'ministral3') return inLlama4(facts) ? own : ofOwnFormat(source);
    // the length is in the rope dictionary, which ministral3.py does not read
    const length = source.text.number('original_max_position_embeddings')?.value ?? 16_384;
    return own && { ...own, length };
  },
  'llama-cpp': asLlamaCpp,
  ollama: asLlamaCpp,
};

const hasRatio = (engine: EngineId, { modelType }: LayerFacts): boolean =>
  engine.startsWith('transformers') || (engine === 'sglang' && modelType !== 'qwen');

export function engineQueryScale(engine: EngineId, facts: LayerFacts, source: Source): QueryScaleRule | undefined {
  if (isRatio(facts)) return hasRatio(engine, facts) ? facts.queryScale?.value : undefined;
  return (rules[engine] ?? asTransformers)(facts, source);
}

/** The factors of an engine and of the reference at the last position of a context. */
export function queryFactors(
  engine: EngineId,
  source: Source,
  contextLength: number,
): { readonly own: number; readonly reference: number } {
  const facts = source.layers[0]!;
  const at = (rule: QueryScaleRule | undefined): number => (rule ? queryScaleAt(rule, contextLength - 1) : 1);
  return { own: at(engineQueryScale(engine, facts, source)), reference: at(asTransformers(facts, source)) };
}

const ownFormat =
  'it scales queries by the field llama_4_scaling of Mistral\'s own format alone: add {"beta": …, "original_max_position_embeddings": …} under that name at the top level';
const fixedInLoader = 'the numbers of the query scale of Llama 4 are fixed in its loader: 0.1 and 8192';
const notes: Partial<Readonly<Record<EngineId, string>>> = {
  vllm: `${ownFormat} (unconfirmed for this version)`,
  'vllm@0.29.0': ownFormat,
  sglang:
    'it looks for original_max_position_embeddings at the top level, and takes 16384 without it: write it there, too',
  'llama-cpp': `${fixedInLoader}; its converter writes no query scale for Mistral 4`,
  ollama: fixedInLoader,
  'mlc-llm': 'it scales no queries by position',
};
export const queryNotes = (engine: EngineId): readonly string[] => (notes[engine] === undefined ? [] : [notes[engine]]);
