/** What a link to the page remembers: `#v=1&f=5&own=saw&own.n=64&own.e=rope&own.e.dim=64&rahaman.width=64…`. */
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
import type { TargetId } from './targets.js';
import { drawnPoints, targets } from './targets.js';

/** A signal, the points at which it is known, and the network that is to learn it. */
export interface Setup {
  readonly target: TargetId;
  /** Values in [-1, 1] of the reader's own signal. */
  readonly drawn: readonly number[];
  readonly points: number;
  /** What turns a point into the network's input; undefined: the bare coordinate. */
  readonly spec: DraftSpec | undefined;
  readonly layers: readonly DraftLayer[];
}
export const setups = ['finite', 'own'] as const;
export type SetupId = (typeof setups)[number];

export interface BiasState {
  /** Marked in all charts; undefined: none. Waves per unit, standard deviation of frequencies, index of an eigenvalue. */
  readonly frequency: number | undefined;
  readonly sigma: number | undefined;
  readonly mode: number | undefined;
  readonly finite: Setup;
  readonly own: Setup;
  /** Learning rate over its limit 2/λ_max, and steps, of the network whose eigenmodes are watched. */
  readonly rate: number;
  readonly steps: number;
  /** Channels of the sinusoidal encoding, and the first position, of the claim about periodic networks. */
  readonly claim: { readonly dim: number; readonly from: number };
  /** Parameters of analyses, by their id. */
  readonly params: Readonly<Record<string, ParamValues>>;
}

export const mostPoints = 128;
export const mostRate = 2;
export const mostSteps = 20_000;

const network = (width: number): readonly DraftLayer[] => [
  { layer: 'dense', width, weightStd: 1.414, biasStd: 0.1 },
  { layer: 'relu' },
  { layer: 'dense', width, weightStd: 1.414, biasStd: 0.1 },
  { layer: 'relu' },
  { layer: 'dense' },
];
const flat: readonly number[] = Array.from({ length: drawnPoints }, () => 0);

export const fourierFeatures = (scale: number): DraftSpec => ({
  ...{ encoding: 'fourier-features', dim: 64, axes: 1, mapping: 'gaussian' },
  scale,
});

export const initial: BiasState = {
  frequency: 5,
  sigma: 4,
  mode: 3,
  finite: { target: 'waves', drawn: flat, points: 32, spec: fourierFeatures(4), layers: network(256) },
  own: { target: 'waves', drawn: flat, points: 64, spec: fourierFeatures(4), layers: network(128) },
  rate: 0.5,
  steps: 200,
  claim: { dim: 512, from: 10 },
  params: {},
};

const numberKeys = { rate: 'rate', steps: 'steps' } as const;
const chosenKeys = { frequency: 'f', sigma: 'sigma', mode: 'mode' } as const;

export function encode(state: BiasState): string {
  const out = new URLSearchParams({ v: version });
  for (const [key, short] of Object.entries(chosenKeys) as [keyof typeof chosenKeys, string][])
    if (state[key] !== initial[key]) out.set(short, String(state[key] ?? 'none'));
  for (const [key, short] of Object.entries(numberKeys) as [keyof typeof numberKeys, string][])
    if (state[key] !== initial[key]) out.set(short, String(state[key]));
  for (const key of ['dim', 'from'] as const)
    if (state.claim[key] !== initial.claim[key]) out.set(`claim.${key}`, String(state.claim[key]));
  for (const id of setups) writeSetup(out, id, state[id], initial[id]);
  for (const [id, values] of Object.entries(state.params))
    for (const [name, value] of Object.entries(values)) writeValue(out, `${id}.${name}`, value);
  return hashOf(out);
}

export interface Registries {
  readonly encodings: readonly EncodingInfo[];
  readonly analyses: readonly AnalysisInfo[];
  readonly layers: readonly LayerInfo[];
}

/** The state of a hash; what it does not say or says wrongly is as at the start. */
export function decode(hash: string, registries: Registries): BiasState | undefined {
  if (hash.length < 2 || hash.length > longestHash) return undefined;
  const given = new URLSearchParams(hash.slice(1));
  if (given.get('v') !== version) return undefined;
  const number = (key: keyof typeof numberKeys, fits: (x: number) => boolean): number => {
    const value = readNumber(given.get(numberKeys[key]));
    return value !== undefined && fits(value) ? value : initial[key];
  };
  const chosen = (key: keyof typeof chosenKeys, fits: (x: number) => boolean): number | undefined => {
    if (given.get(chosenKeys[key]) === 'none') return undefined;
    const value = readNumber(given.get(chosenKeys[key]));
    return value !== undefined && value >= 0 && fits(value) ? value : initial[key];
  };
  const claim = (key: 'dim' | 'from', fits: (x: number) => boolean): number => {
    const value = readNumber(given.get(`claim.${key}`));
    return value !== undefined && fits(value) ? value : initial.claim[key];
  };
  const params = registries.analyses.flatMap((info) => {
    const values = readParams(given, info.id, info.params);
    return Object.keys(values).length > 0 ? [[info.id, values] as const] : [];
  });
  return {
    frequency: chosen('frequency', Number.isInteger),
    sigma: chosen('sigma', () => true),
    mode: chosen('mode', Number.isInteger),
    finite: readSetup(given, 'finite', initial.finite, registries),
    own: readSetup(given, 'own', initial.own, registries),
    rate: number('rate', fitsRate),
    steps: number('steps', fitsSteps),
    claim: {
      dim: claim('dim', fitsDim),
      from: claim('from', fitsFrom),
    },
    params: Object.fromEntries(params),
  };
}

export const fitsRate = (x: number): boolean => x > 0 && x <= mostRate;
export const fitsSteps = (x: number): boolean => Number.isInteger(x) && x >= 1 && x <= mostSteps;
export const fitsPoints = (x: number): boolean => Number.isInteger(x) && x >= 4 && x <= mostPoints;

export const fitsDim = (x: number): boolean => x >= 2 && x <= 4096 && x % 2 === 0;
export const fitsFrom = (x: number): boolean => Number.isInteger(x) && x >= 0 && x <= 10_000;

function writeSetup(out: URLSearchParams, key: SetupId, setup: Setup, start: Setup): void {
  if (setup.target !== start.target) out.set(key, setup.target);
  if (setup.drawn !== start.drawn) out.set(`${key}.drawn`, setup.drawn.map((y) => Math.round(100 * y)).join(','));
  if (setup.points !== start.points) out.set(`${key}.n`, String(setup.points));
  if (setup.spec === undefined) out.set(`${key}.e`, 'bare');
  else if (setup.spec !== start.spec && fitsLink(setup.spec)) writeSpec(out, setup.spec, `${key}.e`, `${key}.s`);
  if (setup.layers !== start.layers) writeLayers(out, `${key}.l`, setup.layers);
}

function readSetup(given: URLSearchParams, key: SetupId, start: Setup, { encodings, layers }: Registries): Setup {
  const points = readNumber(given.get(`${key}.n`));
  const numbers =
    given
      .get(`${key}.drawn`)
      ?.split(',', drawnPoints + 1)
      .map(readNumber) ?? [];
  const drawn = numbers.length === drawnPoints && numbers.every((y) => y !== undefined && Math.abs(y) <= 100);
  return {
    target: targets.find(({ id }) => id === given.get(key))?.id ?? start.target,
    drawn: drawn ? numbers.map((y) => y! / 100) : start.drawn,
    points: points !== undefined && fitsPoints(points) ? points : start.points,
    spec:
      given.get(`${key}.e`) === 'bare' ? undefined : (readSpec(given, encodings, `${key}.e`, `${key}.s`) ?? start.spec),
    layers: readLayers(given, `${key}.l`, layers) ?? start.layers,
  };
}
