/** The tokens' places in the plane of their first two principal components. */
import type { RunFacts } from '../../lib/types/posenc.js';
import { h } from '../widgets/dom.js';
import { seriesView } from '../widgets/series-view.js';
import type { BlockRecord } from './record.js';

export interface PlacesView {
  readonly element: HTMLElement;
  show(data: { record: BlockRecord; facts: RunFacts; label: (token: number) => string }): void;
}

export function placesView(file: () => string): PlacesView {
  const view = seriesView({ name: 'Places', file, height: 300 });
  return {
    element: h('div', {}, view.element),
    show({ record: { components, explained }, facts, label }) {
      if (components === undefined) return;
      const { rows, cols, data } = components;
      const group = groupOf(facts);
      const groups = [...new Set(Array.from({ length: rows }, (_, token) => group(token)))].sort((a, b) => a - b);
      const share = (c: number): string => `component ${c + 1} (${Math.round(100 * (explained[c] ?? 0))} %)`;
      view.show({
        x: Float64Array.from({ length: rows }, (_, token) => data[token * cols] as number),
        xTitle: share(0),
        yTitle: share(1),
        scattered: true,
        series: groups.map((of, i) => ({
          name: facts.grid ? `row ${of + 1}` : facts.places.modules ? `module ${of + 1}` : 'tokens',
          colour: i,
          values: Float64Array.from({ length: rows }, (_, token) =>
            group(token) === of ? (data[token * cols + 1] as number) : NaN,
          ),
        })),
        describe: (token) => `token ${label(token)}`,
      });
    },
  };
}

/** What the colours say. */
function groupOf({ grid, places: { modules } }: RunFacts): (token: number) => number {
  if (grid) return (token) => Math.floor(token / grid[1]);
  return (token) => modules?.[token] ?? 0;
}
