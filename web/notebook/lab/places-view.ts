/** Token positions: the first principal components of a block's table in two or three dimensions. */
import { signal } from '@preact/signals-core';
import type { RunFacts } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import { type ChartElement, scatter, scatter3d } from '../../lib/charts/index.js';
import { toggle } from '../kit/elements.js';
import { fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { principal, type Principal } from './principal.js';
import type { BlockRecord } from './record.js';

interface PlacesData {
  readonly record: BlockRecord;
  readonly facts: RunFacts;
  readonly label: (token: number) => string;
}

/** @param of the run, for titles of saved pictures */
export function placesView(pe: Posenc, file: string, of: () => string) {
  const place = html`<div class="lab-places"></div>`;
  const way = signal<'plane' | 'space'>('plane');
  const pill = (id: typeof way.value, label: string) => toggle(label, isWay(id), () => choose(id));
  const isWay = (id: typeof way.value) => (): boolean => way.value === id;
  let chart: ChartElement<never, never> | undefined;
  const shown = signal<PlacesData>();
  /** The components drawn last; the signs of the next follow them. */
  let last: Principal | undefined;
  const element = html`<div>
    <div class="pills" role="group" aria-label="Components">${pill('plane', 'two')}${pill('space', 'three')}</div>
    ${place}
  </div>`;
  section({
    at: place,
    doing: 'Finding the components',
    inputs: () => shown.value?.record.table,
    compute: (table, signal) => principal(pe, table, last?.components, signal),
    draw(found) {
      last = found;
      draw();
    },
  });
  return { element, show: (data: PlacesData) => (shown.value = data) };

  function choose(chosen: typeof way.value): void {
    way.value = chosen;
    chart?.destroy();
    chart = undefined;
    draw();
  }

  function draw(): void {
    const data = shown.peek();
    if (data === undefined || last === undefined) return;
    const { facts, label } = data;
    const { components, explained } = last;
    const { rows, cols, data: at } = components;
    const column = (c: number) => Float64Array.from({ length: rows }, (_, token) => at[token * cols + c] ?? 0);
    const [groups, group] = groupsOf(facts);
    const points = {
      ...{ x: column(0), y: column(1), groups, group },
      labels: Array.from({ length: rows }, (_, token) => label(token)),
    };
    const share = (c: number): string => `component ${c + 1} (${Math.round(100 * (explained[c] ?? 0))} %)`;
    const common = { label: `Places, principal components, ${of()}`, item: 'token', file };
    const drawn =
      way.peek() === 'plane'
        ? ([points, { x: { title: share(0) }, y: { title: share(1) }, ...common }] as const)
        : ([
            { ...points, z: column(2) },
            { axes: [share(0), share(1), share(2)], ...common },
          ] as const);
    if (chart) return chart.update(...(drawn as unknown as [never, never]));
    const make = (way.peek() === 'plane' ? scatter : scatter3d) as unknown as (...given: unknown[]) => typeof chart;
    chart = make(...drawn);
    if (chart) fill(place, chart);
  }
}

/** Group names and the group of each token, for the colours. */
function groupsOf({ grid, tokens, places: { modules } }: RunFacts): [names: string[], group: number[]] {
  const all = Array.from({ length: tokens }, (_, token) =>
    grid ? Math.floor(token / grid[1]) : (modules?.[token] ?? 0),
  );
  const count = Math.max(...all) + 1;
  const word = grid ? 'row' : 'module';
  return [count < 2 ? [] : Array.from({ length: count }, (_, i) => `${word} ${i + 1}`), all];
}
