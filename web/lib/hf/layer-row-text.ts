/** Formats rows of layers that rotate alike. */
import { printable } from '../checks/show.js';
import type { LayerRow } from '../types/config.js';

/** Formats layer numbers as ranges: "0-2, 5". */
function runs(layers: readonly number[]): string {
  const starts = layers.filter((layer) => !layers.includes(layer - 1));
  const ends = layers.filter((layer) => !layers.includes(layer + 1));
  return starts.map((start, i) => (start === ends[i] ? String(start) : `${start}-${ends[i]}`)).join(', ');
}

export const layerRowHead: readonly string[] = ['layers', 'kind', 'base', 'scaling', 'attends to'];
export const layerRowCells = ({
  layers,
  kind,
  rotates,
  base,
  scaling,
  window,
  compressed,
}: LayerRow): readonly string[] => [
  runs(layers),
  printable(kind),
  rotates ? String(base) : 'no rotation',
  rotates ? (scaling ?? '') : '',
  [
    ...(window === undefined ? [] : [`the last ${window} positions`]),
    ...(compressed === undefined ? [] : [`the whole past, ${compressed} positions an entry`]),
  ].join(' and ') || 'all positions before it',
];
