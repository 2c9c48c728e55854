/** Cosines and sines of positions start, start + 1, …, arranged by layout. */
import { allocate, type NumbersConstructor } from '../../checks/arrays.js';
import { type CacheNumbers, checkCacheLength } from '../../checks/cache-arrays.js';
import type { Control } from '../../checks/control.js';
import type { CosSinRequest, CosSinResult } from '../../methods/cos-sin.js';
import type { CacheDType } from '../../types/posenc.js';
import { isRawError, type Plan, view } from '../plan.js';
import type { Pieces } from '../pacer.js';
import { detached } from '../output.js';
import { kinds as tableKinds, tablePacer } from './table.js';

const types: Readonly<Record<CacheDType, NumbersConstructor<CacheNumbers>>> = {
  f32: Float32Array,
  f64: Float64Array,
  f16: Uint16Array,
  bf16: Uint16Array,
};
/** Codes of `cosSin` in wasm/bindings.cpp. */
const kinds = { f32: 0, f64: 1, bf16: 2, f16: 3 } as const satisfies Record<CacheDType, number>;

export function* cosSin(plan: Plan, request: CosSinRequest, control: Control): Pieces<CosSinResult> {
  const { start, count, dtype, layout } = request;
  const { width } = plan.sizes;
  const [pairs, type] = [width / 2, types[dtype]];
  const cols = layout === 'half' ? pairs : width;
  const purpose = { field: 'count', what: 'the cosines and sines', advice: 'ask for fewer rows at a time' };
  // a row without waves is reported before arrays are checked
  const array = (i: number): CacheNumbers => {
    const { names, views } = control.cache ?? {};
    if (!views || pairs === 0) return allocate(type, count * cols, purpose);
    checkCacheLength(names![i]!, views[i]!, count, cols);
    return views[i]!;
  };
  const whole = layout === 'concatenated' ? { data: array(0) } : { cos: array(0), sin: array(1) };
  const held = 'data' in whole ? [whole.data] : [whole.cos, whole.sin];

  /** Writes one row of `pairs` values into the output array. */
  function put(row: CacheNumbers, into: CacheNumbers, at: number): void {
    if (layout === 'repeated') {
      for (let i = 0; i < pairs; i++) into[at + 2 * i] = into[at + 2 * i + 1] = row[i]!;
      return;
    }
    into.set(row, at);
    if (layout === 'doubled') into.set(row, at + pairs);
  }
  function place(rows: CacheNumbers, first: number): void {
    if (held.some(({ length }) => length !== count * cols)) throw detached();
    if ('data' in whole) return whole.data.set(rows, first * width);
    for (let from = 0, to = first * cols; from < rows.length; from += width, to += cols) {
      put(rows.subarray(from, from + pairs), whole.cos, to);
      put(rows.subarray(from + pairs, from + width), whole.sin, to);
    }
  }

  // float32 tables are computed, then rounded to shorter types
  const pacer = tablePacer(
    plan,
    dtype === 'f64' ? tableKinds.f64 : tableKinds.f32,
    { start, step: 1, count, axes: 1 },
    control,
  );
  // at least one call, which reports a row that does not rotate by one coordinate
  for (let row = 0; row === 0 || row < count;) {
    const piece = Math.min(pacer.next(Math.max(count - row, 1)), count);
    plan.call((core) => {
      const block = core.cosSin(plan.handle, kinds[dtype], start + row, piece);
      if (isRawError(block)) return block;
      place(view(core, block, piece * width, type), row);
    });
    row += Math.max(piece, 1);
    if (pacer.due(Math.min(row / Math.max(count, 1), 1))) yield;
  }
  return { ...whole, rows: count, cols };
}
