/** All that is shown of a comparison: the maps, the curves by distance, the facts. */
import type { EncodingInfo } from '../../lib/types/registry.js';
import { fill, html } from '../kit/html.js';
import { byDistance } from './by-distance.js';
import type { Compared } from './compare.js';
import { differing } from './differing.js';
import { comparisonFacts } from './facts.js';
import { type Side, maps } from './maps.js';
import type { Specs } from './state.js';

/** @param below the map of A − B */
export function comparedView(encodings: readonly EncodingInfo[], sides: readonly [Side, Side], below: HTMLElement) {
  const pictures = maps(...sides, below);
  const curves = byDistance();
  const facts = html`<div></div>`;
  return {
    element: html`<div class="lab">${pictures.element}${curves.element}${facts}</div>`,
    show(compared: Compared, specs: Specs): void {
      const { a, b } = specs;
      const titles = [differing(a, b, encodings), differing(b, a, encodings)] as const;
      pictures.show(compared, titles);
      curves.show(compared, titles);
      fill(facts, comparisonFacts(compared, specs));
    },
  };
}
