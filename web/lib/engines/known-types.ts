/**
 * Engines choose their code by model_type and by the names in architectures. Without code of their own they fail, or
 * run the model of transformers. The lists are generated (web/tools/engine-types.py), each from one commit.
 */
import { printable } from '../checks/show.js';
import { NotKnown, Refusal } from './refusal.js';
import type { Source } from './source.js';
import { isModelType } from './transformers-5/known.js';
import { isNewer } from './transformers-5/newer.js';

/**
 * The error of AutoConfig; undefined if AutoConfig or the engine's own registry has the type. A file without a type may
 * be part of another file, and auto_map brings its own code.
 */
export function unknownType({ outerType, hasOwnCode }: Source, registered?: ReadonlySet<string>): Refusal | undefined {
  if (outerType === undefined || hasOwnCode || isModelType(outerType) || registered?.has(outerType)) return undefined;
  refuseNewer(outerType);
  return unrecognizedType(outerType);
}

export const unrecognizedType = (type: string): Refusal =>
  new Refusal(
    'ValueError',
    `The checkpoint you are trying to load has model type \`${printable(type)}\` but Transformers does not recognize this architecture.`,
    'use code of the model itself (auto_map), or an engine that has the type',
    true,
  );

function refuseNewer(type: string): void {
  if (isNewer(type))
    throw new NotKnown(`${printable(type)} came with a later transformers than the one that was read: update posenc`);
}

/** True if transformers would run code that comes with the model, because it has no class for the type. */
export const runsOwnCode = ({ outerType, hasOwnCode }: Source): boolean =>
  hasOwnCode && outerType !== undefined && !isModelType(outerType);
/**
 * Model types whose own code, and its classes in vLLM and SGLang, were read (tests/golden/engines/published.json, and
 * query-scale.ts for Grok and Qwen 1).
 */
const read: ReadonlySet<string> = new Set([
  ...['grok-1', 'grok1', 'grok-2', 'grok2', 'kimi_k2', 'kimi_k25', 'minicpm', 'minimax_m2', 'nemotron-nas', 'qwen'],
]);
export const ownCodeWasRead = ({ outerType = '' }: Source): boolean => read.has(outerType);

export interface OwnModels {
  /** Model types of transformers without a class in the engine. */
  readonly withoutClass: ReadonlySet<string>;
  /** Model types with a configuration class in the engine. */
  readonly modelTypes: ReadonlySet<string>;
}

/**
 * True if an engine runs the model of transformers instead of its own.
 * @throws Refusal if neither has the type.
 */
export function runsTransformers(source: Source, { withoutClass, modelTypes }: OwnModels): boolean {
  const refusal = unknownType(source, modelTypes);
  if (refusal) throw refusal;
  const { outerType = '' } = source;
  if (source.assumed) refuseNewer(outerType);
  if (runsOwnCode(source) && !modelTypes.has(outerType) && !ownCodeWasRead(source))
    throw new NotKnown(`whether it has a class of its own for ${printable(outerType)} was not looked at`);
  return withoutClass.has(source.outerType ?? '');
}

export const byTransformersNote = ({ outerType }: Source): string =>
  `it has no code of its own for ${printable(outerType ?? '')} and runs the model of transformers, where that can be run so`;
