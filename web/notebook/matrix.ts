/** What the heat map can show of an encoding, and how each picture is computed and labelled. */
import type { HeatmapData } from '../lib/charts/index.js';
import { MAX_SIDE } from '../lib/charts/index.js';
import type { EncodingSpec } from '../lib/posenc.js';
import type { EncodingInfo } from '../lib/registry.js';
import type { Context } from './context.js';
import type { Picture } from './state.js';
import { pictures } from './state.js';
import type { Work } from './widgets/job.js';

export interface Shown {
  readonly data: Float32Array;
  readonly rows: number;
  readonly cols: number;
  /** The float64 numbers behind the float32 picture, where the library gives them. */
  readonly exact?: Float64Array;
  readonly picture: Picture;
  readonly spec: EncodingSpec;
  readonly start: number;
  readonly step: number;
}

export function compute(
  ctx: Context,
  asked: { spec: EncodingSpec; start: number; count: number; step: number; head: number; picture: Picture },
): Work<Shown> {
  const { spec, start, count, step, head, picture } = asked;
  const positions = { start, count, step };
  return async (signal, onProgress) => {
    const control = { signal, onProgress };
    const base = { picture, spec, start, step };
    if (picture === 'attentionBias') {
      const { data } = await ctx.pe.attentionBias(spec, count, count, { ...control, head });
      return { ...base, data, rows: count, cols: count };
    }
    if (picture === 'gram') {
      const gram = await ctx.pe.gram(spec, positions, control);
      return { ...base, data: Float32Array.from(gram.data), exact: gram.data, rows: gram.rows, cols: gram.cols };
    }
    // One row first: a table that is too wide for the picture must not be computed in full.
    const probe = await ctx.pe.table(spec, { start, count: 1, step }, { signal });
    if (probe.cols > MAX_SIDE) {
      throw refusal(
        'too_large',
        '',
        `The picture shows at most ${MAX_SIDE} channels, and this table has ${probe.cols}. The files below carry all of them.`,
      );
    }
    if (picture === 'derivative') {
      const derivative = await ctx.pe.derivative(spec, positions, control);
      return {
        ...base,
        data: Float32Array.from(derivative.data),
        exact: derivative.data,
        rows: derivative.rows,
        cols: derivative.cols,
      };
    }
    const table = await ctx.pe.table(spec, positions, { ...control, dtype: 'f32' });
    return { ...base, data: table.data, rows: table.rows, cols: table.cols };
  };
}

/** What the picture itself refuses, in the shape of the library's errors. */
function refusal(code: string, field: string, message: string): Error {
  return Object.assign(new Error(message), { code, field });
}

/** The pictures that an encoding can give, in menu order. */
export function offered(info: EncodingInfo): Picture[] {
  return pictures.filter((picture) => info.stages.includes(picture));
}

export function described(shown: Shown): HeatmapData {
  return {
    data: shown.data,
    rows: shown.rows,
    cols: shown.cols,
    rowTitle: rowWord(shown.picture),
    colTitle: colWord(shown.picture),
    rowLabel: (row) => position(shown, row),
    colLabel: (col) => colName(shown, col),
  };
}
export function rowWord(picture: Picture): string {
  return picture === 'attentionBias' ? 'query' : 'position';
}
export function colWord(picture: Picture): string {
  return picture === 'attentionBias' ? 'key' : picture === 'gram' ? 'position' : 'channel';
}
export function position(shown: Shown, row: number): string {
  return shown.picture === 'attentionBias'
    ? String(row)
    : String(Number((shown.start + shown.step * row).toPrecision(12)));
}
export function colName(shown: Shown, col: number): string {
  return shown.picture === 'gram' ? position(shown, col) : String(col);
}
