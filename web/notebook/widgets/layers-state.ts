/** A network in a link: `l=2&l0=dense&l0.weightStd=1.5&l1=relu`. */
import type { LayerInfo } from '../../lib/types/registry.js';
import type { Field } from '../kit/state.js';
import { readNumber, readParams, writeValue } from '../state.js';
import type { DraftLayer } from './layers-editor.js';

const mostLayers = 64;

export const startLayers: readonly DraftLayer[] = [
  { layer: 'dense', weightStd: 1.5, biasStd: 0.1 },
  { layer: 'relu' },
  { layer: 'dense', weightStd: 1.5, biasStd: 0.1 },
  { layer: 'relu' },
  { layer: 'dense' },
];

export const layersField = (key: string, rows: () => readonly LayerInfo[]): Field<readonly DraftLayer[]> => ({
  initial: startLayers,
  read: (link) => readLayers(link, key, rows()),
  write: (link, layers) => writeLayers(link, key, layers),
});

export function writeLayers(out: URLSearchParams, key: string, layers: readonly DraftLayer[]): void {
  out.set(key, String(layers.length));
  layers.forEach(({ layer, ...params }, i) => {
    out.set(`${key}${i}`, layer);
    for (const [name, value] of Object.entries(params)) writeValue(out, `${key}${i}.${name}`, value);
  });
}

export function readLayers(given: URLSearchParams, key: string, rows: readonly LayerInfo[]): DraftLayer[] | undefined {
  const count = readNumber(given.get(key));
  if (count === undefined || !Number.isInteger(count) || count < 0 || count > mostLayers) return undefined;
  return Array.from({ length: count }, (_, i) => i).flatMap((i) => {
    const row = rows.find(({ id }) => id === given.get(`${key}${i}`));
    return row ? [{ layer: row.id, ...readParams(given, `${key}${i}`, row.params) }] : [];
  });
}
