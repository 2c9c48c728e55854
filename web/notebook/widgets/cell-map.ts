/** The heat map of the pages: created with its first matrix, with events by row and column. */
import { chart } from '../../lib/charts/core/chart.js';
import type { DistantMatrix } from '../../lib/charts/core/matrix-cells.js';
import type { ChartElement, HeatMapOptions } from '../../lib/charts/index.js';
import { heatMapKind } from '../../lib/charts/kinds/heat-map.js';
import type { Matrix } from '../../lib/types/posenc.js';
import { embedOf } from '../calls.js';
import { h } from '../kit/dom.js';

export interface Cell {
  readonly row: number;
  readonly col: number;
}
export interface Axes {
  readonly rowTitle: string;
  readonly colTitle: string;
  readonly rowLabel?: ((row: number) => string) | undefined;
  readonly colLabel?: ((col: number) => string) | undefined;
}
interface CellMapOptions extends HeatMapOptions {
  readonly onCell?: (cell: Cell | undefined) => void;
  readonly onChoose?: ((cell: Cell) => void) | undefined;
}
export type CellMap = ReturnType<typeof cellMap>;
type CursorCell = Readonly<Record<'row' | 'column', number>> | undefined;

/** Also for cells on the GPU. */
const anyHeatMap = /* @__PURE__ */ chart(heatMapKind);
/** On a phone a map is about square. */
const narrowest = 0.9;
/** `?gl=0` selects a 2-D canvas, `?gl=1` WebGL even without a GPU: for comparison and tests. */
export const painterChoice = ({ '0': 'canvas', '1': 'webgl2' } as const)[
  new URLSearchParams(location.search).get('gl') as '0' | '1'
];

export function cellMap({ onCell = () => undefined, onChoose, ...options }: CellMapOptions) {
  const element = h('div', { class: 'heat-map' });
  const height = Math.min(options.height ?? Infinity, Math.round(document.documentElement.clientWidth * narrowest));
  element.style.minHeight = `${height}px`; // nothing moves when the map arrives
  let made: ChartElement<Matrix | DistantMatrix, HeatMapOptions> | undefined;
  let sides: readonly [number, number] = [0, 0];
  let later: HeatMapOptions = { ...options, height, painter: painterChoice };
  let cell: Cell | undefined;
  const cellOf = (event: Event): Cell | undefined => {
    const place = (event as CustomEvent<CursorCell>).detail;
    return place && { row: place.row, col: place.column };
  };
  return {
    element,
    show(
      matrix: Matrix | DistantMatrix,
      { rowTitle, colTitle, rowLabel, colLabel }: Axes,
      more?: HeatMapOptions,
    ): void {
      const asked: HeatMapOptions = {
        ...later,
        ...more,
        rows: { title: rowTitle, label: rowLabel, link: 'row' },
        cols: { title: colTitle, label: colLabel, link: 'column' },
        embed: { ...embedOf(matrix, 'data' in matrix ? [matrix, matrix.data] : []), ...more?.embed },
      };
      later = {};
      const { rows, cols } = matrix;
      if (made === undefined) {
        made = anyHeatMap(matrix, asked);
        // The last reading stays when the pointer leaves, so that it can be copied.
        made.addEventListener('read', (event) => {
          const next = cellOf(event);
          if (next) onCell((cell = next));
        });
        made.addEventListener('keydown', ({ key }) => key === 'Escape' && onCell((cell = undefined)));
        made.addEventListener('choose', (event) => {
          const chosen = cellOf(event);
          if (chosen) onChoose?.(chosen);
        });
        element.append(made);
      } else {
        if (rows !== sides[0] || cols !== sides[1]) made.look();
        made.update(matrix, asked);
      }
      sides = [rows, cols];
      if (cell && (cell.row >= rows || cell.col >= cols)) cell = undefined;
      onCell(cell);
    },
    /** Changes options or texts of cells. */
    update(more: HeatMapOptions): void {
      if (made) made.update(undefined, more);
      else later = { ...later, ...more };
    },
    zoomBy: (factor: number) => made?.zoomBy(factor),
    goTo: ({ row, col }: Cell) => made?.goTo({ row, column: col }),
  };
}
