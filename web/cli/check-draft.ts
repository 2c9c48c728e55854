/**
 * A draft model and its target, for speculative decoding: the findings that their two files allow. An independent draft has
 * a cache and rotary embedding of its own, and so has the layer of an EAGLE head (llama_eagle3.py of vLLM 0.33.0, which reads
 * the draft's configuration), so that frequencies need not agree. Vocabularies and lengths count:
 *
 * vLLM: config/speculative.py, verify_equal_vocab_size_if_draft_model, draft_shares_target_positions and
 *   _maybe_override_draft_max_model_len; config/vllm.py of 0.33.0 reduces max_model_len to that of the draft
 * SGLang: speculative/eagle_worker_v2.py and standalone_worker_v2.py pass the target's length to the draft, whose
 *   configs/model_config.py (_derive_context_length) refuses one beyond its own
 */
import { parseJson } from '../lib/checks/json.js';
import type { EngineAnswer, EngineId, Posenc } from '../lib/node.js';
import { jsonSpans, lineColumnAt } from './json-spans.js';
import { type EngineChoice, isAsked } from './check-config.js';
import type { Finding } from './finding.js';

/** Names of drafts that use the target's hidden states (_SPECULATIVE_DECODING_MODELS of vLLM's registry). */
const heads = /eagle|mtp|medusa|nextn|dflash|dspark|xpress|mlp_speculator/i;
/** Types of scaling with which vLLM 0.33.0 lengthens the table of a head (_CACHE_ONLY_ROPE_TYPES). */
const lengthened: readonly unknown[] = ['default', 'linear', 'llama3', 'ntk', 'proportional'];

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A field of the text model, or of the whole file. */
const fieldOf = (file: Fields, name: string): unknown =>
  (isFields(file['text_config']) ? file['text_config'][name] : undefined) ?? file[name];

interface Options extends EngineChoice {
  readonly contextLength?: number;
}

/** @param draft and target: texts of config.json that were read before */
export async function checkDraft(pe: Posenc, draft: string, target: string, options: Options): Promise<Finding[]> {
  const answers = async (text: string): Promise<Map<EngineId, EngineAnswer>> =>
    new Map((await pe.engines(text)).map((answer) => [answer.engine, answer]));
  const [ofDraft, ofTarget] = [await answers(draft), await answers(target)];
  // both are configurations: the engines answered
  const read = (text: string): Fields => parseJson(text, { field: 'config', pythonConstants: true }) as Fields;
  const [own, other] = [read(draft), read(target)];
  const isHead = heads.test(`${String(own['model_type'])} ${String(own['architectures'])}`);
  const length = (engine: EngineId): readonly [number, number] | undefined => {
    const [served, wanted] = [ofDraft.get(engine)?.served, options.contextLength ?? ofTarget.get(engine)?.served];
    return served !== undefined && wanted !== undefined && served < wanted ? [served, wanted] : undefined;
  };
  const found: Finding[] = [...vocabulary(own, other, isHead, isAsked('vllm', options))];
  const named = length('transformers-5');
  if (named)
    found.push({
      ...{ rule: 'draft_context', level: 'warning', field: 'max_position_embeddings' },
      message: `the draft's file names ${named[0]} positions, and the target serves ${named[1]}`,
    });
  for (const [engine, rule] of Object.entries(lengthRules) as [EngineId, LengthRule][]) {
    const [short, answer] = [length(engine), ofDraft.get(engine)];
    const told = short && isAsked(engine, options) && rule(short, isHead, own);
    if (!told || !answer) continue;
    const { title, version, asOf } = answer;
    const source = `${version}, ${told.source}`;
    const about = { rule: 'draft_engine_context', field: 'max_position_embeddings', source };
    found.push({ ...about, ...(asOf && { asOf }), level: told.level, message: `${title} ${told.message}` });
  }
  const spans = jsonSpans(draft);
  return found.map((finding) => {
    const span = spans.get(finding.field!) ?? spans.get(`text_config.${finding.field!}`);
    return span ? { ...finding, place: lineColumnAt(draft, span.begin) } : finding;
  });
}

function vocabulary(own: Fields, other: Fields, isHead: boolean, withVllm: boolean): Finding[] {
  const [mine, its] = [fieldOf(own, 'vocab_size'), fieldOf(other, 'vocab_size')];
  const ends = (file: Fields): unknown[] =>
    [fieldOf(file, 'eos_token_id')].flat().filter((id) => typeof id === 'number');
  const [last, lastOfTarget] = [ends(own), ends(other)];
  const differ = typeof mine === 'number' && typeof its === 'number' && mine !== its;
  const found: Finding[] = [];
  if (differ && !isHead)
    found.push({
      ...{ rule: 'draft_vocabulary', level: withVllm ? 'error' : 'warning', field: 'vocab_size' },
      message: `the draft has ${mine} tokens, and the target ${its}: vLLM refuses such a draft model`,
      source: 'vllm/config/speculative.py, verify_equal_vocab_size_if_draft_model',
    });
  if (last.length > 0 && lastOfTarget.length > 0 && !last.some((id) => lastOfTarget.includes(id)))
    found.push({
      ...{ rule: 'draft_end', level: 'warning', field: 'eos_token_id' },
      message: `the draft ends with token ${last.join(' or ')}, and the target with ${lastOfTarget.join(' or ')}`,
    });
  return found;
}

type LengthRule = (
  lengths: readonly [number, number],
  isHead: boolean,
  draft: Fields,
) => (Pick<Finding, 'level' | 'message'> & { readonly source: string }) | undefined;

function typesOf(draft: Fields): unknown[] {
  const dict = fieldOf(draft, 'rope_parameters') ?? fieldOf(draft, 'rope_scaling');
  if (!isFields(dict)) return ['default'];
  const typed = (one: Fields): unknown => one['rope_type'] ?? one['type'];
  const inner = Object.values(dict).filter(isFields);
  return typed(dict) === undefined && inner.length > 0 ? inner.map(typed) : [typed(dict) ?? 'default'];
}

const lengthRules: Partial<Readonly<Record<EngineId, LengthRule>>> = {
  vllm: ([short], isHead, draft) =>
    isHead && typesOf(draft).every((type) => lengthened.includes(type))
      ? undefined
      : {
          level: 'warning',
          message: `serves ${short} positions alone with this draft, or drafts nothing beyond them`,
          source: 'vllm/config/vllm.py and config/speculative.py, draft_shares_target_positions',
        },
  'vllm@0.29.0': ([short], isHead) =>
    isHead
      ? undefined
      : {
          level: 'warning',
          message: `drafts nothing beyond ${short} positions`,
          source: 'vllm/config/speculative.py, _maybe_override_draft_max_model_len',
        },
  sglang: ([short, wanted]) => ({
    level: 'error',
    message: `gives the draft the length of the target, ${wanted}, and raises ValueError because the draft has ${short}: start it with --context-length ${short}, or set SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1`,
    source: 'sglang/srt/configs/model_config.py, _derive_context_length',
  }),
};
