/** Formats the numbers of one record. */
import type { BlockResult, RunFacts } from '../../lib/types/posenc.js';
import type { Rule } from '../../lib/charts/index.js';
import type { Record } from './record.js';

/** Three decimals; a dash if undefined. */
export const percent = (value: number | undefined): string =>
  value === undefined || !Number.isFinite(value) ? '–' : value.toFixed(3).replace('-', '−');

/** Accuracy of guessing: squares have as many symbols as columns. */
export const guessed = ([, columns]: readonly [number, number]): Rule => ({ value: 1 / columns, text: 'guessing' });
/** The guessing line if it is known. */
export const guessing = ({ grid, loss }: RunFacts): readonly Rule[] =>
  grid !== undefined && loss === 'cross-entropy' ? [guessed(grid)] : [];
/** CKA and RSA of random vectors. */
export const ofRandomVectors: Rule = { value: 0, text: 'random vectors' };

/** Summary of a run: accuracy of the last split or error of the second, and CKA or RSA of block 1. */
export function headline({ evaluation: { splits, blocks } }: Record): string {
  const last = splits.at(-1);
  const right =
    last?.accuracy === undefined
      ? `${splits[1]?.split ?? ''}: error ${percent(splits[1]?.loss)}`
      : `${last.split}: ${percent(last.accuracy)} right`;
  const { cka, rsa } = blocks[0] ?? {};
  return right + (cka !== undefined ? `, CKA ${percent(cka)}` : rsa !== undefined ? `, RSA ${percent(rsa)}` : '');
}

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
