/** What a link to the kernel page remembers: `#v=1&e=sinusoidal&e.dim=64&n=256&lag=8&l0=dense&…`. */
import type { AnalysisInfo, EncodingInfo, LayerInfo } from '../../lib/types/registry.js';
import { readLayers, writeLayers } from '../layers-state.js';
import type { DraftSpec } from '../state.js';
import {
  longestHash,
  version,
  fitsLink,
  hashOf,
  readNumber,
  readParams,
  readSpec,
  writeSpec,
  writeValue,
} from '../state.js';
import type { DraftLayer } from '../widgets/layers-editor.js';
import type { ParamValues } from '../widgets/param-form.js';

export interface KernelsState {
  readonly spec: DraftSpec;
  readonly start: number;
  readonly count: number;
  readonly step: number;
  /** Of rows with a bias. */
  readonly head: number;
  readonly normalised: boolean;
  /** Index of an offset, an eigenvalue and a pair; undefined: none is chosen. */
  readonly lag: number | undefined;
  readonly mode: number | undefined;
  readonly pair: number | undefined;
  /** Positions of the closed form. */
  readonly long: number;
  readonly layers: readonly DraftLayer[];
  readonly network: ParamValues;
  /** The panel of all analyses: which, its parameters, its own layers, and the second encoding. */
  readonly analysis: string;
  readonly params: ParamValues;
  readonly analysisLayers: readonly DraftLayer[];
  readonly second: DraftSpec;
}

export const mostPositions = 1024;
export const mostLong = 2 ** 53;

export const startLayers: readonly DraftLayer[] = [
  { layer: 'dense', weightStd: 1.5, biasStd: 0.1 },
  { layer: 'relu' },
  { layer: 'dense', weightStd: 1.5, biasStd: 0.1 },
  { layer: 'relu' },
  { layer: 'dense' },
];

export const initial: KernelsState = {
  spec: { encoding: 'sinusoidal', dim: 64 },
  start: 0,
  count: 128,
  step: 1,
  head: 0,
  normalised: false,
  lag: 12,
  mode: 2,
  pair: 5,
  long: 1e9,
  layers: startLayers,
  network: {},
  analysis: 'spectrum',
  params: {},
  analysisLayers: startLayers,
  second: { encoding: 'rope', dim: 64 },
};

const numbers = { start: 'start', count: 'n', step: 'step', head: 'head', long: 'long' } as const;
const chosenNames = ['lag', 'mode', 'pair'] as const;

export function encode(state: KernelsState): string {
  const out = new URLSearchParams({ v: version });
  if (fitsLink(state.spec)) writeSpec(out, state.spec);
  for (const [key, short] of Object.entries(numbers) as [keyof typeof numbers, string][])
    if (state[key] !== initial[key]) out.set(short, String(state[key]));
  if (state.normalised) out.set('normalised', '1');
  for (const key of chosenNames) if (state[key] !== initial[key]) out.set(key, String(state[key] ?? 'none'));
  if (state.layers !== initial.layers) writeLayers(out, 'l', state.layers);
  for (const [name, value] of Object.entries(state.network)) writeValue(out, `net.${name}`, value);
  if (state.analysis !== initial.analysis || Object.keys(state.params).length > 0) {
    out.set('a', state.analysis);
    for (const [name, value] of Object.entries(state.params)) writeValue(out, `a.${name}`, value);
  }
  if (state.analysisLayers !== initial.analysisLayers) writeLayers(out, 'al', state.analysisLayers);
  if (state.second !== initial.second && fitsLink(state.second)) writeSpec(out, state.second, 'b', 'bs');
  return hashOf(out);
}

export interface Registries {
  readonly encodings: readonly EncodingInfo[];
  readonly analyses: readonly AnalysisInfo[];
  readonly layers: readonly LayerInfo[];
}

/** The state of a hash; what it does not say or says wrongly is as at the start. */
export function decode(hash: string, { encodings, analyses, layers }: Registries): KernelsState | undefined {
  if (hash.length < 2 || hash.length > longestHash) return undefined;
  const given = new URLSearchParams(hash.slice(1));
  if (given.get('v') !== version) return undefined;
  const number = (key: keyof typeof numbers, fits: (x: number) => boolean): number => {
    const value = readNumber(given.get(numbers[key]));
    return value !== undefined && fits(value) ? value : initial[key];
  };
  const chosen = (key: (typeof chosenNames)[number]): number | undefined => {
    if (given.get(key) === 'none') return undefined;
    const value = readNumber(given.get(key));
    return value !== undefined && Number.isInteger(value) && value >= 0 ? value : initial[key];
  };
  const info = analyses.find((row) => row.id === given.get('a'));
  const network = analyses.find((row) => row.id === 'network-kernel');
  return {
    spec: readSpec(given, encodings) ?? initial.spec,
    start: number('start', (x) => Math.abs(x) <= 2 ** 53),
    count: number('count', fitsCount),
    step: number('step', (x) => Math.abs(x) <= 2 ** 53),
    head: number('head', (x) => Number.isInteger(x) && x >= 0),
    normalised: given.get('normalised') === '1',
    lag: chosen('lag'),
    mode: chosen('mode'),
    pair: chosen('pair'),
    long: number('long', fitsLong),
    layers: readLayers(given, 'l', layers) ?? initial.layers,
    network: readParams(given, 'net', network?.params ?? []),
    analysis: info?.id ?? initial.analysis,
    params: readParams(given, 'a', info?.params ?? []),
    analysisLayers: readLayers(given, 'al', layers) ?? initial.analysisLayers,
    second: readSpec(given, encodings, 'b', 'bs') ?? initial.second,
  };
}

export function fitsCount(value: number): boolean {
  return Number.isInteger(value) && value >= 2 && value <= mostPositions;
}
export function fitsLong(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= mostLong;
}
