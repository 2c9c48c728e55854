/** Predictions shipped with the page, bit-identical to the library: `tests/web/predictions.test.mjs` compares them. */
import type { Matrix } from 'posenc';
import { madeBy } from '../calls.js';
import { keyOf } from '../key.js';

type Stored = readonly number[] | { readonly rows: number; readonly cols: number; readonly data: readonly number[] };
type Results<S> = { readonly [K in keyof S]: S[K] extends readonly number[] ? Float64Array : Matrix<Float64Array> };

export interface Recorded<R> {
  /** Returns undefined for another spec. */
  resultsOf(spec: unknown): R | undefined;
}

/** @param asked the spec of the analysis  @param stored its results that are shown */
export function recorded<S extends Readonly<Record<string, Stored>>>({
  asked,
  results: stored,
}: {
  readonly asked: object;
  readonly results: S;
}): Recorded<Results<S>> {
  const revived = Object.entries(stored).map(([name, value]) => [
    name,
    'data' in value ? { ...value, data: Float64Array.from(value.data) } : Float64Array.from(value),
  ]);
  // recorded like the library's result of this call, so that charts embed the call
  const results = madeBy(Object.fromEntries(revived) as Results<S>, 'analyse', asked, {});
  const key = keyOf(asked);
  return { resultsOf: (spec) => (keyOf(spec) === key ? results : undefined) };
}
