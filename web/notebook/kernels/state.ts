/** The link of the kernel page: `#v=1&e=sinusoidal&e.dim=64&n=256&lag=8&l0=dense&…`. */
import type { AnalysisInfo, EncodingInfo, LayerInfo } from '../../lib/types/registry.js';
import type { Coding, Store } from '../history.js';
import {
  type Field,
  flag,
  isPosition,
  isWhole,
  linked,
  number,
  oneOf,
  params,
  spec,
  type StateOf,
} from '../kit/state.js';
import { layersField } from '../widgets/layers-state.js';
import { readNumber } from '../state.js';

export const mostPositions = 1024;
export const mostLong = 2 ** 53;
export const fits = {
  count: isWhole(2, mostPositions),
  start: isPosition,
  step: isPosition,
  head: isWhole(0),
  long: isWhole(1, mostLong),
};

/** Registry rows of networks and their analyses, loaded when a link names one. */
interface Rows {
  readonly analyses: readonly AnalysisInfo[];
  readonly layers: readonly LayerInfo[];
}
let rows: Rows = { analyses: [], layers: [] };
async function loadRowsFor(hash: string): Promise<void> {
  if (/[#&](l|net\.\w+)=/.test(hash)) rows = await import('../../lib/generated/analyses.js');
}

/** Index of an offset, an eigenvalue or a pair; undefined if none is chosen. */
const chosen = (key: string, initial: number): Field<number | undefined> => ({
  initial,
  read(link) {
    const value = readNumber(link.get(key));
    return value !== undefined && Number.isInteger(value) && value >= 0 ? value : undefined;
  },
  write: (link, value) => link.set(key, String(value ?? 'none')),
});
/** Matrices that can be shown for a network. */
export const matrices = ['encoding', 'NNGP', 'NTK'] as const;
const marks = ['lag', 'mode', 'pair'] as const;

const schema = (encodings: readonly EncodingInfo[]) => ({
  spec: spec(encodings, { encoding: 'sinusoidal', dim: 64 }),
  start: number('start', 0, fits.start),
  count: number('n', 128, fits.count),
  step: number('step', 1, fits.step),
  /** For encodings with a bias. */
  head: number('head', 0, fits.head),
  normalised: flag('normalised'),
  lag: chosen('lag', 12),
  mode: chosen('mode', 2),
  pair: chosen('pair', 5),
  /** Number of positions of the closed form. */
  long: number('long', 1e9, fits.long),
  layers: layersField('l', () => rows.layers),
  matrix: oneOf('matrix', 'NTK', matrices),
  network: params('net', () => rows.analyses.find(({ id }) => id === 'network-kernel')?.params ?? []),
});
export type KernelsState = StateOf<ReturnType<typeof schema>>;
export type KernelsStore = Store<KernelsState>;

export function kernelsLink(encodings: readonly EncodingInfo[]): Coding<KernelsState> {
  const link = linked(schema(encodings));
  return {
    ...link,
    async decode(hash) {
      await loadRowsFor(hash);
      const state = link.decode(hash);
      const said = new URLSearchParams(hash.slice(1));
      const none = marks.filter((key) => said.get(key) === 'none').map((key) => [key, undefined] as const);
      return state && { ...state, ...Object.fromEntries(none) };
    },
  };
}
