/** The eigenfunction of the chosen eigenvalue: a curve over positions, or a map over the cells of a grid. */
import { stepped } from '../calls.js';
import { fill, h } from '../kit/dom.js';
import { short } from '../widgets/format.js';
import { matrixView } from '../widgets/matrix-view.js';
import type { SeriesView } from '../widgets/series-view.js';
import type { Kernel } from './kernel.js';
import { eigenvalueText, mostVectors } from './kernel.js';

const mapHeight = 270;

/** The initial parts: a title and an element with the curve. */
interface Begun {
  readonly title: HTMLElement;
  readonly element: HTMLElement;
  readonly curve: SeriesView;
  readonly file: () => string;
  /** Adds the encoding to the name of a figure. */
  readonly named: (what: string) => () => string;
}

export type EigenfunctionView = ReturnType<typeof eigenfunctionView>;

export function eigenfunctionView({ title, element, curve, file, named }: Begun) {
  const map = matrixView({ name: named('the eigenfunction'), file, height: mapHeight });
  const unresolved = h('p', { class: 'calm', hidden: true });
  map.element.hidden = true; // for grids only
  element.append(map.element, unresolved);
  return { show };

  /** @param m undefined if none is chosen */
  function show(found: Kernel, m: number | undefined): void {
    const { spectrum: of, places, gridRows } = found;
    const vectors = of.eigenvectors;
    fill(title, m === undefined ? 'Eigenfunction' : `Eigenfunction ${m + 1}`);
    const known = m !== undefined && vectors !== undefined && m < vectors.rows && of.eigenvalues[m]! > 0;
    curve.element.hidden = !known || gridRows > 1;
    map.element.hidden = !known || gridRows <= 1;
    unresolved.hidden = known;
    if (!known) {
      unresolved.textContent =
        m === undefined
          ? 'Choose an eigenvalue in the spectrum.'
          : of.eigenvalues[m]! > 0
            ? `The first ${mostVectors} eigenfunctions are drawn.`
            : `Eigenvalue ${m + 1} is not above the precision of float64: any direction would do, and none is drawn.`;
      return;
    }
    const n = places.count;
    const values = stepped('times', stepped('row', vectors, m), Math.sqrt(n));
    if (gridRows > 1) {
      map.show({
        matrix: { data: values, rows: gridRows, cols: n / gridRows },
        rowTitle: 'row',
        colTitle: 'column',
      });
      return;
    }
    const labels = Float64Array.from({ length: n }, (_, i) => Number(places.label(i)));
    const numbered = labels.some(Number.isNaN);
    const x = numbered ? Float64Array.from(labels, (_, i) => i) : labels;
    const descending = n > 1 && x[1]! < x[0]!;
    curve.show({
      x: descending ? x.slice().reverse() : x,
      xTitle: 'position',
      yTitle: '√n · vₘ',
      series: [{ name: `eigenfunction ${m + 1}`, colour: 2, values: descending ? values.slice().reverse() : values }],
      describe: (i) => {
        const k = descending ? n - 1 - i : i;
        return `ψ(${places.label(k)}) = ${short(values[k]!)}`;
      },
      summary: () => eigenvalueText(found, m),
    });
  }
}
