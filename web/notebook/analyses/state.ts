/** The link of the page: `#v=1&a=stationarity&a.gridRows=8&e=sinusoidal&e.dim=64&n=256`; empty shows the list. */
import { analyses, layers } from 'posenc';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { Store } from '../history.js';
import { isPosition, isWhole, linked, number, oneOf, params, spec, unset } from '../kit/state.js';
import { layersField } from '../widgets/layers-state.js';

export const mostPositions = 1024;
export const fits = { count: isWhole(2, mostPositions), start: isPosition, step: isPosition };

export function analysesLink(encodings: readonly EncodingInfo[]) {
  const ids: readonly string[] = analyses.map(({ id }) => id);
  return linked({
    analysis: unset(oneOf('a', '', ids)),
    params: params('a', (link) => analyses.find(({ id }) => id === link.get('a'))?.params ?? []),
    layers: layersField('al', () => layers),
    spec: spec(encodings, { encoding: 'sinusoidal', dim: 64 }),
    second: spec(encodings, { encoding: 'rope', dim: 64 }, 'b', 'bs'),
    start: number('start', 0, fits.start),
    count: number('n', 128, fits.count),
    step: number('step', 1, fits.step),
    /** For encodings with a bias. */
    head: number('head', 0, isWhole(0, 65_535)),
  });
}
export type AnalysesStore = Store<ReturnType<typeof analysesLink>['initial']>;
