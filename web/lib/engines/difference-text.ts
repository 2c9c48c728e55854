/** Describes the difference of an engine from the reference. */
import { num } from '../hf/number-text.js';
import type { EngineDifference } from '../types/engines.js';

/** States the quantity, the size, the layer and the lengths of a difference. */
export function differenceText(difference: EngineDifference): string {
  const { layer, frequency, pair, attentionFactor, pairs, softmax, queries, from, to } = difference;
  const parts = [
    ...(pairs ? [`${pairs[0]} rotated pairs instead of ${pairs[1]}`] : []),
    ...(frequency > 0 ? [`frequencies ${howFar(frequency)}, most at pair ${pair}`] : []),
    ...(attentionFactor === 0 ? [] : [amplitude(attentionFactor)]),
    ...(softmax ? [`attention logits multiplied by ${num(softmax[0], 4)} instead of ${num(softmax[1], 4)}`] : []),
    ...(queries
      ? [
          `queries multiplied by ${num(queries.own, 4)} instead of ${num(queries.reference, 4)} at position ${queries.position}`,
        ]
      : []),
  ];
  const where = layer === 'default' ? '' : ` in ${layer}`;
  const lengths = to !== undefined ? `, at ${from} to ${to} positions` : from > 1 ? `, from ${from} positions on` : '';
  return `${parts.join('; ')}${where}${lengths}`;
}

/** An error above 100 % of a frequency can only be upwards. */
const howFar = (relative: number): string =>
  relative > 1 ? `up to ${num(1 + relative)} times too high` : `off by up to ${percent(relative)}`;
const amplitude = (relative: number): string =>
  Number.isFinite(relative)
    ? `cos and sin ${percent(Math.abs(relative))} too ${relative < 0 ? 'small' : 'large'}`
    : 'cos and sin are not multiplied by 0';
const percent = (relative: number): string => `${num(100 * relative, 3)} %`;
