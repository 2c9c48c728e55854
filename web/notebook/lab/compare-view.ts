/** Compares runs: one quantity over the steps in one chart, and the similarity of the cell vectors. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { sharedCursor } from '../../lib/charts/index.js';
import type { Matrix } from '../../lib/types/posenc.js';
import { figure, toggle } from '../kit/elements.js';
import { html } from '../kit/html.js';
import { type CellMap, cellMap } from '../widgets/cell-map.js';
import { short } from '../widgets/format.js';
import { scrubber } from '../widgets/scrubber.js';
import { type NamedSeries, seriesView } from '../widgets/series-view.js';
import { curves } from './recorded.js';
import { guessed, ofRandomVectors, percent } from './measures.js';
import { cosines, type Record } from './record.js';
import type { Context } from './context.js';
import type { OneRun } from './runs.js';

/** Colours differ from those of the splits, because here each line is a run. */
const colourOf = (i: number): number => 3 + i;
const mapHeight = 340;
const side = 4;

/** A quantity to draw. */
interface Quantity {
  readonly id: string;
  readonly title: string;
  readonly of: (record: Record) => number | undefined;
}

export function compareView(
  shown: ReadonlySignal<readonly OneRun[]>,
  { state, update }: Pick<Context, 'state' | 'update'>,
): HTMLElement {
  const recorded = curves.runs.map(({ title }) => title);
  const wanted = computed(() => state.value.measure);
  /** The inspected step; undefined for the last of each run. */
  const chosen = signal<number>();
  const first = computed(() => shown.value.flatMap(({ records }) => records.value.slice(0, 1))[0]);
  const quantities = computed(() => (first.value === undefined ? ofRecorded : quantitiesOf(first.value)));
  const quantity = computed(() => quantities.value.find(({ id }) => id === wanted.value) ?? quantities.value[0]!);
  const steps = computed(() =>
    [...new Set(shown.value.flatMap(({ records }) => records.value.map(({ step }) => step)))].sort((a, b) => a - b),
  );
  const at = computed(() => {
    const step = chosen.value;
    const index = step === undefined ? -1 : steps.value.indexOf(step);
    return index < 0 ? steps.value.length - 1 : index;
  });
  const choose = (index: number): void => {
    chosen.value = index >= steps.peek().length - 1 ? undefined : steps.peek()[index];
  };
  /** Title of a saved picture: the quantity and the runs. */
  const name = (): string => {
    const runs = shown.peek().map(({ title }) => title);
    const isOwn = shown.peek().some(({ records }) => records.peek().length > 0);
    const of = isOwn ? runs.join(' and ') : `recorded runs with ${recorded.join(' and ')}`;
    return `${headingOf(quantity.peek())}: ${of}`;
  };
  const view = seriesView({ name, file: () => 'lab-runs', onChoose: choose });
  const scrub = scrubber('step', choose);
  effect(() => {
    if (shown.value.some(({ records }) => records.value.length > 0)) drawRuns();
    else drawRecorded();
  });
  effect(() => view.choose(at.value < 0 ? undefined : at.value));
  effect(() => {
    if (at.value >= 0) scrub.set(steps.value, at.value);
  });
  const isShown = (id: string) => (): boolean => quantity.value.id === id;
  const pill = ({ id, title }: Quantity): HTMLElement =>
    toggle(title, isShown(id), () => update({ measure: id }), { 'data-id': id });
  return html`<div class="lab-compared">
    <div class="pills" role="group" aria-label="What is compared">
      ${() => quantities.value.map(pill)}<a href="#words">What these are</a>
    </div>
    ${figure('lab-runs', () => headingOf(quantity.value), view.element)}
    <div hidden=${() => steps.value.length === 0}>${scrub.element}</div>
    ${maps()}
  </div>`;

  function drawRuns(): void {
    const x = steps.value;
    const { of, title, id } = quantity.value;
    const series = shown.value.map(({ title: name, records }, i): NamedSeries => ({
      name,
      colour: colourOf(i),
      values: between(x, records.value, of),
    }));
    const last = Math.max(...shown.value.map(({ steps: all }) => all));
    view.show({
      ...{ x, xTitle: 'step', xDomain: [0, Math.max(1, last)], yTitle: title, series },
      ...(isShare(id) && { yDomain: spanOf(id) }),
      rules: rulesOf(id, shown.value[0]?.run.value?.facts.grid),
      describe: (i) =>
        `step ${short(x[i]!)}: ${series.map(({ name, values }) => `${name} ${percent(values[i])}`).join('; ')}`,
    });
  }

  /** The recorded runs as thin lines with their medians in bold, shown before any training. */
  function drawRecorded(): void {
    const { id, title } = quantity.value;
    const series = curves.runs.flatMap((run, i): NamedSeries[] => {
      const all = id === 'cka' ? run.cka : run.shifted;
      const median = curves.steps.map((_, k) => middle(all.map((one) => one[k]!)));
      return [
        { name: recorded[i]!, colour: colourOf(i), strong: true, values: median },
        ...all.map((values, seed) => ({
          ...{ name: `${recorded[i]}, seed ${seed}`, colour: colourOf(i), keyed: false, values },
        })),
      ];
    });
    const medians = series.filter(({ strong }) => strong);
    view.show({
      ...{ x: curves.steps, xTitle: 'step', yTitle: title, yDomain: spanOf(id), series },
      rules: rulesOf(id, [side, side]),
      keyNote: 'Recorded runs: a thin line is a run, a thick one the median of them.',
      describe: (i) =>
        `step ${short(curves.steps[i]!)}, medians of recorded runs: ${medians.map(({ name, values }) => `${name} ${percent(values[i])}`).join('; ')}`,
    });
  }

  /** The true similarities, and the table of each run at the inspected step. */
  function maps(): HTMLElement {
    const cursor = sharedCursor();
    const draw = (map: CellMap, matrix: Matrix): void => {
      const label = (cell: number): string => `${Math.floor(cell / side) + 1}·${(cell % side) + 1}`;
      const named = matrix.rows === side * side ? { rowLabel: label, colLabel: label } : {};
      map.show(matrix, { rowTitle: 'token', colTitle: 'token', ...named }, { range: { lo: -1, hi: 1 } });
    };
    const mapOf = (name: string): CellMap =>
      cellMap({
        ...{ label: `Heat map of ${name}`, height: mapHeight, square: true, colours: 'rdbu', cursor },
        file: 'lab-alike',
      });
    const truth = mapOf('the true places');
    draw(truth, truePlaces());
    const stops: (() => void)[] = [];
    const of = ({ title: name, records }: OneRun): HTMLElement => {
      const map = mapOf(`cosines, ${name}`);
      const cka = signal<number>();
      stops.push(
        effect(() => {
          const step = steps.value[at.value] ?? 0;
          const record = records.value.findLast((one) => one.step <= step);
          const table = record?.blocks[0]?.table;
          cka.value = record?.evaluation.blocks[0]?.cka;
          map.element.hidden = table === undefined;
          if (table) draw(map, cosines(table));
        }),
      );
      return html`<figure class="lab-map" data-run=${name} aria-label=${name}>
        <h3>${name} <span class="means">${() => cka.value !== undefined && `CKA ${percent(cka.value)}`}</span></h3>
        ${map.element}
      </figure>`;
    };
    const empty = (): HTMLElement[] =>
      recorded.map(
        (title) =>
          html`<figure class="lab-map" aria-label=${title}>
            <h3>${title}</h3>
            <p class="aside">This map is drawn while the run is trained.</p>
          </figure>`,
      );
    const figures = (): HTMLElement[] => {
      stops.splice(0).forEach((stop) => stop());
      return shown.value.length > 0 ? shown.value.map(of) : empty();
    };
    /** Runs without records count as square. */
    const isSquare = ({ records }: OneRun): boolean =>
      (records.value[0]?.blocks[0]?.table?.rows ?? side * side) === side * side;
    return html`<div class="lab-maps">
      <figure
        class="lab-map"
        aria-label="The true rows and columns"
        hidden=${() => shown.value.length > 0 && !shown.value.some(isSquare)}
      >
        <h3>the true rows and columns</h3>
        ${truth.element}
      </figure>
      ${figures}
    </div>`;
  }
}

const structure = (name: 'cka' | 'rsa', title: string): Quantity => ({
  id: name,
  title,
  of: ({ evaluation }) => evaluation.blocks[0]?.[name],
});
const cka = structure('cka', 'CKA of block 1');
const ofRecorded: readonly Quantity[] = [{ id: 'shifted', title: 'shifted', of: () => undefined }, cka];

function quantitiesOf({ evaluation: { splits, blocks } }: Record): readonly Quantity[] {
  const measured = splits.map(({ split, accuracy }): Quantity => ({
    id: accuracy === undefined ? `error ${split}` : split,
    title: split,
    of: ({ evaluation }) => {
      const one = evaluation.splits.find((other) => other.split === split); // other tasks have other splits
      return accuracy === undefined ? one?.loss : one?.accuracy;
    },
  }));
  const { cka: ofPlaces, rsa } = blocks[0] ?? {};
  return [
    ...measured.reverse(),
    ...(ofPlaces === undefined ? [] : [cka]),
    ...(rsa === undefined ? [] : [structure('rsa', 'RSA of block 1')]),
  ];
}

const isStructure = (id: string): boolean => id === 'cka' || id === 'rsa';
const isShare = (id: string): boolean => !id.startsWith('error ');
/** One range for all compared runs; unbiased CKA can be slightly below 0. */
const spanOf = (id: string): readonly [number, number] => (isStructure(id) ? [-0.2, 1] : [0, 1]);
const headingOf = ({ id, title }: Quantity): string =>
  isStructure(id) ? title : isShare(id) ? `Share of right answers, ${title}` : `Error, ${title}`;

function rulesOf(id: string, grid: readonly [number, number] | undefined) {
  if (isStructure(id)) return [ofRandomVectors];
  return isShare(id) && grid ? [guessed(grid)] : [];
}

/** Values of a run at all steps, interpolated between its own and NaN beyond. */
function between(x: readonly number[], records: readonly Record[], of: Quantity['of']): Float64Array {
  let next = 0;
  return Float64Array.from(x, (step) => {
    while (next < records.length && records[next]!.step < step) next++;
    const [after, before] = [records[next], records[next - 1]];
    const value = after && of(after);
    if (value === undefined || after!.step === step) return value ?? NaN;
    const from = before && of(before);
    if (from === undefined) return NaN;
    const share = (step - before!.step) / (after!.step - before!.step);
    return from + share * (value - from);
  });
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.floor(half - 0.5)]! + sorted[Math.floor(half)]!) / 2;
}

/** True similarity of two cells: 0.5 each for a shared row and a shared column. */
function truePlaces(): Matrix<Float64Array> {
  const cells = side * side;
  const data = Float64Array.from({ length: cells * cells }, (_, k) => {
    const [i, j] = [Math.floor(k / cells), k % cells];
    return (Number(Math.floor(i / side) === Math.floor(j / side)) + Number(i % side === j % side)) / 2;
  });
  return { data, rows: cells, cols: cells };
}
