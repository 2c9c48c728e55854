/**
 * Engines choose their code by model_type and by the names in architectures. Where they have neither, they refuse, or run the
 * model of transformers. The lists are generated (web/tools/engine-types.py) from a commit each.
 */
import { printable } from '../checks/show.js';
import { Refusal } from './refusal.js';
import type { Source } from './source.js';
import { modelTypes } from './transformers-5/known.js';

/** A file that names no type may be a part of one, and code of its own comes with auto_map. */
const isTold = ({ outerType, hasOwnCode }: Source): boolean => outerType !== undefined && !hasOwnCode;

/** What AutoConfig raises; nothing where the type is known to it or to the engine that registers its own. */
export function unknownType(source: Source, registered?: ReadonlySet<string>): Refusal | undefined {
  const { outerType = '' } = source;
  if (!isTold(source) || modelTypes.has(outerType) || registered?.has(outerType)) return undefined;
  return new Refusal(
    'ValueError',
    `The checkpoint you are trying to load has model type \`${printable(outerType)}\` but Transformers does not recognize this architecture.`,
    'use code of the model itself (auto_map), or an engine that has the type',
    true,
  );
}

export interface OwnModels {
  readonly architectures: ReadonlySet<string>;
  /** Of these, those for which the model of transformers is run. */
  readonly byTransformers?: ReadonlySet<string>;
  /** Model types with a configuration class of the engine's. */
  readonly modelTypes: ReadonlySet<string>;
  /** What it raises where nobody has a class. */
  readonly refuses: (architecture: string) => string;
}

/** Endings by which vLLM finds the class of another use of a model (iter_architecture_defaults). */
const plain = (name: string): string =>
  name.replace(
    /(ForCausalLM|ForConditionalGeneration|ForSequenceClassification|ForTextEncoding|EmbeddingModel|ForRewardModel|ForTokenClassification|ForImageClassification|LMHeadModel|ChatModel|Model)$/,
    '',
  );

/**
 * Whether an engine runs the model of transformers in place of one of its own.
 * @throws Refusal where it knows neither the type nor the class.
 */
export function runsTransformers(source: Source, models: OwnModels): boolean {
  const refusal = unknownType(source, models.modelTypes);
  if (refusal) throw refusal;
  const { architectures, outerType = '', hasOwnCode } = source;
  const [first] = architectures;
  if (first === undefined) return false;
  if (architectures.some((name) => models.byTransformers?.has(name))) return true;
  const own = new Set([...models.architectures].map(plain));
  if (architectures.some((name) => models.architectures.has(name) || own.has(plain(name)))) return false;
  if (hasOwnCode) return false; // what its code does is not known here
  if (modelTypes.has(outerType)) return true;
  throw new Refusal('ValueError', models.refuses(printable(first)), 'use another engine or a newer version', true);
}

export const byTransformersNote = ({ architectures }: Source): string =>
  `it has no code of its own for ${printable(architectures[0] ?? '')} and runs the model of transformers, where that can be run so`;
