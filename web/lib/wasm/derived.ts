/** Shape and values of the matrix that { spec, positions, form } represents as an input of an analysis. */
import { errorAbout, PosencError } from '../checks/errors.js';
import type { InputForm } from '../types/registry.js';
import type { RawDerived } from '../requests/analysis-input.js';
import type { Control } from '../checks/control.js';
import type { Pieces } from './pacer.js';
import type { RawMatrix, RawSize } from '../types/analysis-module.js';
import type { Plan } from './plan.js';
import { attentionBias } from './methods/attention-bias.js';
import { channelGram } from './methods/channel-gram.js';
import { derivative } from './methods/derivative.js';
import { frequencies } from './methods/frequencies.js';
import { gram } from './methods/gram.js';
import { kernelProfile } from './methods/kernel-profile.js';
import { table } from './methods/table.js';

type Make = (plan: Plan, input: RawDerived, control: Control) => Pieces<RawMatrix>;
const column = (data: Float64Array): RawMatrix => ({ data, rows: data.length, cols: 1 });

/** Available before anything is computed. */
const sizesOf: Record<InputForm, (plan: Plan, count: number) => RawSize> = {
  table: ({ sizes }, rows) => ({ rows, cols: sizes.width }),
  derivative: ({ sizes }, rows) => ({ rows, cols: sizes.width }),
  gram: (_, count) => ({ rows: count, cols: count }),
  channelGram: ({ sizes }) => ({ rows: sizes.width, cols: sizes.width }),
  kernelProfile: (_, rows) => ({ rows, cols: 1 }),
  frequencies: ({ sizes }) => ({ rows: sizes.pairs * sizes.axes, cols: 1 }),
  attentionBias: (_, count) => ({ rows: count, cols: count }),
};

export const sizeOf = (plan: Plan, { form, positions }: RawDerived): RawSize => sizesOf[form](plan, positions.count);

const makers: Record<InputForm, Make> = {
  table: (plan, input, control) => table(plan, { ...input, dtype: 'f64' }, control) as Pieces<RawMatrix>,
  derivative: (plan, input, control) => derivative(plan, { ...input, axis: 0 }, control),
  gram: (plan, input, control) => gram(plan, { ...input, dtype: 'f64' }, control) as Pieces<RawMatrix>,
  channelGram: (plan, { positions }, control) => {
    if ('values' in positions) throw errorAbout('bad_positions', 'positions', 'must be evenly spaced');
    return channelGram(plan, { positions }, control);
  },
  *kernelProfile(plan, input, control) {
    return column(yield* kernelProfile(plan, input, control));
  },
  *frequencies(plan) {
    return column(frequencies(plan));
  },
  *attentionBias(plan, { spec, positions: { count }, head }, control) {
    const { data } = yield* attentionBias(plan, { spec, nQuery: count, nKey: count, head: head ?? 0 }, control);
    if (data.includes(-Infinity))
      throw new PosencError(
        'bad_argument',
        'inputs',
        `the bias of '${spec.encoding}' masks keys (-Infinity), which no kernel does; give parameters without a mask`,
      );
    return { data: Float64Array.from(data), rows: count, cols: count };
  },
};

export const derived = (plan: Plan, input: RawDerived, control: Control): Pieces<RawMatrix> =>
  makers[input.form](plan, input, control);
