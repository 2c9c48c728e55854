/** A comparison: the maps, the curves by distance, the facts. */
import type { EncodingInfo } from '../../lib/types/registry.js';
import { fill, html } from '../kit/html.js';
import { inTurn } from '../kit/in-turn.js';
import type { DraftSpec } from '../state.js';
import type { Compared } from './compare.js';
import { differing, pictureNames } from './differing.js';
import { comparisonFacts } from './facts.js';
import { type Side, maps } from './maps.js';
import type { Specs } from './state.js';

/** @param below content below the map of A − B @param change changes the spec of a side, if allowed */
export function comparedView(
  encodings: readonly EncodingInfo[],
  sides: readonly [Side, Side],
  below: HTMLElement,
  change?: (side: 'a' | 'b', spec: DraftSpec) => void,
) {
  const pictures = maps(...sides, below);
  let curves: ReturnType<typeof import('./by-distance.js').curvesByDistance> | undefined;
  const byDistance = html`<figure aria-label="By distance" hidden>
    <h3>By distance, of the last query</h3>
  </figure>`;
  const facts = html`<div></div>`;
  const titlesOf = ({ a, b }: Specs) => [differing(a, b, encodings), differing(b, a, encodings)] as const;
  const show = inTurn<readonly [Compared, Specs]>([
    ([compared, specs]) => pictures.begin(compared, titlesOf(specs), pictureNames(specs.a, specs.b, encodings)),
    ...pictures.draw.map(
      (draw) =>
        ([compared]: readonly [Compared, Specs]) =>
          draw(compared),
    ),
    ([compared, specs]) => {
      byDistance.hidden = !compared.byDistance;
      if (compared.byDistance) curves?.show(compared, titlesOf(specs), pictureNames(specs.a, specs.b, encodings));
    },
    ([compared, specs]) => fill(facts, comparisonFacts(compared, specs, encodings, change)),
  ]);
  return {
    element: html`<div class="lab">${pictures.element}${byDistance}${facts}</div>`,
    /** Loads the parts that the first question does not need. */
    async prepare(compared: Compared): Promise<void> {
      if (!compared.byDistance || curves !== undefined) return;
      const { curvesByDistance } = await import('./by-distance.js');
      if (curves === undefined) byDistance.append((curves = curvesByDistance()).element);
    },
    /** Resolves when everything is drawn. */
    show: (compared: Compared, specs: Specs): Promise<void> => show([compared, specs]),
  };
}
