/** Predictions that come with the page, bit by bit what the library computes: `tests/web/predictions.test.mjs` compares them. */
import type { Matrix } from 'posenc';
import { madeBy } from '../calls.js';
import { keyOf } from '../key.js';

type Stored = readonly number[] | { readonly rows: number; readonly cols: number; readonly data: readonly number[] };
type Results<S> = { readonly [K in keyof S]: S[K] extends readonly number[] ? Float64Array : Matrix<Float64Array> };

export interface Recorded<R> {
  /** undefined where something else is asked. */
  resultsOf(spec: unknown): R | undefined;
}

/** @param asked the spec of the analysis  @param stored the results of it that are shown */
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
  // as the library's answer to the same call, so that a chart is embedded by that call
  const results = madeBy(Object.fromEntries(revived) as Results<S>, 'analyse', asked, {});
  const key = keyOf(asked);
  return { resultsOf: (spec) => (keyOf(spec) === key ? results : undefined) };
}
