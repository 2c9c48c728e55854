/** The numbers of one record in words. */
import type { BlockResult, RunFacts } from '../../lib/types/posenc.js';
import type { Record } from './record.js';

/** Three digits; what is not defined is a dash. */
export const percent = (value: number | undefined): string =>
  value === undefined || !Number.isFinite(value) ? '–' : value.toFixed(3);

const ofBlock: readonly (readonly [keyof BlockResult, string])[] = [
  ['cka', 'CKA to the truth'],
  ['rsa', 'RSA'],
  ['contrast', 'cosine, alike minus others'],
  ['procrustes', 'Procrustes distance'],
  ['cosineWithin', 'cosine within modules'],
  ['cosineBetween', 'cosine between modules'],
  ['segregation', 'segregation'],
  ['modularity', 'modularity Q'],
  ['attentionEntropy', 'attention entropy, nats'],
];

export function measures({ evaluation }: Record, block: number, { tokens }: RunFacts): [name: string, text: string][] {
  const splits = evaluation.splits.map(({ split, accuracy, loss }): [string, string] => [
    split,
    accuracy === undefined ? `error ${percent(loss)}` : `${percent(accuracy)} right, loss ${percent(loss)}`,
  ]);
  const of = evaluation.blocks[block];
  const rest = ofBlock.flatMap(([name, title]): [string, string][] => {
    const value = of?.[name];
    if (value === undefined) return [];
    const note = name === 'attentionEntropy' ? ` of at most ${percent(Math.log(tokens))}` : '';
    return [[title, percent(value) + note]];
  });
  return [...splits, ...rest];
}
