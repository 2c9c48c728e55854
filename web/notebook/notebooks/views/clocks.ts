/** One clock per pair of channels, as in the chart gallery, with the frequencies of a spec. */
import { clockHands } from '../../../lib/charts/index.js';
import { finite, maybe, record, wholes } from '../../../lib/checks/schema.js';
import { asSpec } from '../../state.js';
import { type MakeView, specSchema } from './given.js';

/** Maximum number of clocks; beyond it they are evenly spaced. */
const mostClocks = 32;
const given = record({ spec: specSchema, position: maybe(finite), positions: maybe(finite), pairs: maybe(wholes) });

export const make: MakeView = async (pe, of) => {
  const { spec: draft, position = 0, positions = 64, pairs: wanted } = given.read(of, 'clocks');
  const spec = asSpec(draft);
  const [{ axes }, all] = await Promise.all([pe.shape(spec), pe.frequencies(spec)]);
  // along the last axis, along which positions of several axes vary first
  const frequencies = all.filter((_, i) => i % Math.max(1, axes) === Math.max(1, axes) - 1);
  const stride = Math.ceil(frequencies.length / mostClocks);
  const pairs = wanted ?? Array.from({ length: Math.ceil(frequencies.length / stride) }, (_, i) => i * stride);
  return clockHands(
    { frequencies, pairs },
    { position, positions, label: 'Frequency clocks', file: `${spec.encoding}-clocks` },
  );
};
