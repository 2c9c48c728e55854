/** How an answer is known: executed, with the cases that it generalises, or read. */
import type { EngineAnswer, EngineId } from '../types/engines.js';
import { executedOn, ran, scalingSets } from './executed.js';
import type { Source } from './source.js';
import type { Engine, Reading } from './types.js';

type Known = Pick<EngineAnswer, 'basis' | 'asOf' | 'cases'>;

/** The day on which the release of a row was executed, or that of the code in its version. */
export function dateOf({ id, version }: Pick<Engine, 'id' | 'version'>): Pick<EngineAnswer, 'asOf'> {
  const asOf = executedOn[id] ?? /\d{4}-\d{2}-\d{2}/.exec(version)?.[0];
  return asOf === undefined ? {} : { asOf };
}

/** Letters of each model type: in the list they stand before the types that have them, with a colon. */
function lettersOf(words: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let letters = '';
  for (const word of words)
    if (word.endsWith(':')) letters = word.slice(0, -1);
    else found.set(word, letters);
  return found;
}
const ofType = lettersOf(ran);
const rowIds = Object.keys(executedOn);

/** The model types whose text the release of a row rotated. */
export const typesRotated = (id: EngineId): string[] =>
  [...ofType.keys()].filter((type) => typesRun(id, type).length > 0).sort();

/** Types of scaling with which the release of a row ran files of a model type. */
function typesRun(id: EngineId, modelType: string): readonly string[] {
  const letter = ofType.get(modelType)?.[rowIds.indexOf(id)] ?? '.';
  return scalingSets[letter]?.split(' ') ?? [];
}

/** If the evidence of a release is stored, an answer counts as executed if the release ran a file of this model type. */
export function knownBy(engine: Engine, { outerType = '', layers }: Source, { basis }: Reading): Known {
  const date = dateOf(engine);
  if (executedOn[engine.id] === undefined) return { basis: basis ?? engine.basis, ...date };
  const ropeTypes = typesRun(engine.id, outerType);
  if (ropeTypes.length === 0) return { basis: 'read', ...date };
  const asked = new Set<string>(layers.map(({ scaling }) => scaling.type));
  const others = [...asked].filter((type) => !ropeTypes.includes(type));
  return {
    basis: 'executed',
    ...date,
    cases: { modelType: outerType, ropeTypes, ...(others.length > 0 && { others }) },
  };
}
