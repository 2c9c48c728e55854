/** Data of an attention matrix: weights of queries over keys. */
import { maybe, text, texts } from '../../checks/schema.js';
import type { Matrix } from '../../types/values.js';
import type { ChartOptions } from '../core/kind.js';
import { kindData, matrix, optionsOf } from '../core/kind-data.js';
import type { MatrixOptions } from '../core/matrix-frame.js';
import { has } from '../core/of-spec.js';
import { thinMatrix } from '../snippet/thin.js';
import { colours, range } from './heat-map-data.js';

export interface AttentionOptions extends ChartOptions, Pick<MatrixOptions, 'colours' | 'range'> {
  /** Tokens, shown instead of positions. */
  readonly queries?: readonly string[] | undefined;
  readonly keys?: readonly string[] | undefined;
  /** Name of the values; `weight` by default. */
  readonly quantity?: string | undefined;
}

export const attentionData = kindData<Matrix, AttentionOptions>({
  data: matrix,
  smallest: '{"rows":2,"cols":2,"data":[1,0,0.5,0.5]}',
  options: optionsOf<AttentionOptions>({
    queries: maybe(texts),
    keys: maybe(texts),
    quantity: maybe(text),
    colours: maybe(colours),
    range: maybe(range),
  }),
  thin(data, options) {
    const fewer = thinMatrix(data);
    if (!fewer) return undefined;
    const { down, across, ...thinned } = fewer;
    const names = (of: readonly string[] | undefined, items: readonly number[]): string[] =>
      items.map((i) => of?.[i] ?? String(i));
    return {
      ...thinned,
      options: { ...options, queries: names(options.queries, down), keys: names(options.keys, across) },
    };
  },
  /** The bias of the first head; for an encoding without one, the kernel of the positions. */
  ofSpec: async (pe, { spec, positions }) =>
    has(pe, spec, 'attentionBias')
      ? [await pe.attentionBias(spec, positions, positions, { head: 0 }), { quantity: 'bias' }]
      : [await pe.gram(spec, positions), { quantity: 'kernel' }],
});
