/** Links to other pages that show an encoding. */
import type { DraftSpec } from '../state.js';
import { hashOf, version, writeSpec } from '../state.js';

const link = (page: string, ...specs: readonly (readonly [DraftSpec, string, string])[]): string => {
  const out = new URLSearchParams({ v: version });
  for (const [spec, e, s] of specs) writeSpec(out, spec, e, s);
  return `./${page}.html${hashOf(out)}`;
};

/** A link to a page whose state has one spec, under `e`. */
export const pageOf = (page: 'report' | 'kernels' | 'analyses', spec: DraftSpec): string =>
  link(page, [spec, 'e', 's']);

export const comparisonOf = ([a, b]: readonly DraftSpec[]): string =>
  link('variants', ...(a ? [[a, 'a', 'as'] as const] : []), ...(b ? [[b, 'b', 'bs'] as const] : []));
