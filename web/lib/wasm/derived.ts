/** The matrix that { spec, positions, form } stands for as an input of an analysis: its size, and its numbers. */
import { PosencError } from '../checks/errors.js';
import type { InputForm } from '../types/registry.js';
import type { RawDerived } from '../requests/analysis.js';
import type { Control } from '../checks/control.js';
import type { Pieces } from './pacer.js';
import type { RawMatrix, RawSize } from '../types/analysis-module.js';
import type { Job } from './job.js';
import { attentionBias } from './methods/attention-bias.js';
import { channelGram } from './methods/channel-gram.js';
import { derivative } from './methods/derivative.js';
import { frequencies } from './methods/frequencies.js';
import { gram } from './methods/gram.js';
import { kernelProfile } from './methods/kernel-profile.js';
import { table } from './methods/table.js';

type Make = (job: Job, input: RawDerived, control: Control) => Pieces<RawMatrix>;
const column = (data: Float64Array): RawMatrix => ({ data, rows: data.length, cols: 1 });

/** Known before anything is made of the plan. */
const sizes: Record<InputForm, (job: Job, count: number) => RawSize> = {
  table: ({ plan }, rows) => ({ rows, cols: plan.width }),
  derivative: ({ plan }, rows) => ({ rows, cols: plan.width }),
  gram: (_, count) => ({ rows: count, cols: count }),
  channelGram: ({ plan }) => ({ rows: plan.width, cols: plan.width }),
  kernelProfile: (_, rows) => ({ rows, cols: 1 }),
  frequencies: ({ plan }) => ({ rows: plan.pairs * plan.axes, cols: 1 }),
  attentionBias: (_, count) => ({ rows: count, cols: count }),
};

export const sizeOf = (job: Job, { form, positions }: RawDerived): RawSize => sizes[form](job, positions.count);

const makers: Record<InputForm, Make> = {
  table: (job, input, control) => table(job, { ...input, dtype: 'f64' }, control) as Pieces<RawMatrix>,
  derivative: (job, input, control) => derivative(job, { ...input, axis: 0 }, control),
  gram: (job, input, control) => gram(job, { ...input, dtype: 'f64' }, control) as Pieces<RawMatrix>,
  channelGram: (job, { positions }, control) => {
    if ('values' in positions) throw new PosencError('bad_positions', 'positions', 'positions must be evenly spaced');
    return channelGram(job, { positions }, control);
  },
  *kernelProfile(job, input, control) {
    return column(yield* kernelProfile(job, input, control));
  },
  *frequencies(job) {
    return column(frequencies(job));
  },
  *attentionBias(job, { spec, positions: { count }, head }, control) {
    const { data } = yield* attentionBias(job, { spec, nQuery: count, nKey: count, head: head ?? 0 }, control);
    if (data.includes(-Infinity)) {
      throw new PosencError(
        'bad_argument',
        'inputs',
        `the bias of '${spec.encoding}' masks keys (-Infinity), which no kernel does; give parameters without a mask`,
      );
    }
    return { data: Float64Array.from(data), rows: count, cols: count };
  },
};

export const derived = (job: Job, input: RawDerived, control: Control): Pieces<RawMatrix> =>
  makers[input.form](job, input, control);
