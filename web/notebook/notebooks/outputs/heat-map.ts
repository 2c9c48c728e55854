/** A heat map of a cell: what the sandbox describes, drawn by the page's own. */
import { matrixView } from '../../widgets/matrix-view.js';
import { fileName } from '../file-name.js';
import type { Output } from '../protocol.js';

export function heatMapElement({ data, rows, cols, options }: Extract<Output, { kind: 'heatMap' }>): HTMLElement {
  const { label, rowTitle, colTitle } = options;
  const view = matrixView({ name: label, file: () => fileName(label), height: 380 });
  view.show({ matrix: { data: Float64Array.from(data), rows, cols }, rowTitle, colTitle });
  return view.element;
}
