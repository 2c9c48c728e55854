/** The link of the page: `#v=1&f=5&own=saw&own.n=64&own.e=rope&own.e.dim=64&rahaman.width=64…`. */
import type { AnalysisInfo, EncodingInfo, LayerInfo } from '../../lib/types/registry.js';
import { type Field, isWhole, linked, number, rule } from '../kit/state.js';
import { readLayers, writeLayers } from '../widgets/layers-state.js';
import type { DraftSpec } from '../state.js';
import { fitsLink, readNumber, readParams, readSpec, writeSpec, writeValue } from '../state.js';
import type { DraftLayer } from '../widgets/layers-editor.js';
import type { ParamValues } from '../state.js';
import type { TargetId } from './targets.js';
import { drawnPoints, targets } from './targets.js';

/** A signal, its sample points, and the network that learns it. */
export interface Setup {
  readonly target: TargetId;
  /** Values in [-1, 1] of the reader's own signal. */
  readonly drawn: readonly number[];
  readonly points: number;
  /** Maps a point to the network's input; undefined for the bare coordinate. */
  readonly spec: DraftSpec | undefined;
  readonly layers: readonly DraftLayer[];
}
export type SetupId = 'finite' | 'own';

export const mostPoints = 128;
export const mostRate = 2;
export const mostSteps = 20_000;

const mostDim = 4096;
export const fitsRate = rule(`must be above 0 and at most ${mostRate}`, (x) => x > 0 && x <= mostRate);
export const fitsSteps = isWhole(1, mostSteps);
export const fitsPoints = isWhole(4, mostPoints);
export const fitsDim = rule(
  `must be an even number from 2 to ${mostDim}`,
  (x) => x >= 2 && x <= mostDim && x % 2 === 0,
);
export const fitsFrom = isWhole(0, 10_000);

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

export interface Registries {
  readonly encodings: readonly EncodingInfo[];
  readonly analyses: readonly AnalysisInfo[];
  readonly layers: readonly LayerInfo[];
}

export const biasLink = (registries: Registries) =>
  linked({
    /** Marked in all charts, or undefined: waves per unit, deviation of frequencies, index of an eigenvalue. */
    frequency: chosen('f', 5, Number.isInteger),
    sigma: chosen('sigma', 4, () => true),
    mode: chosen('mode', 3, Number.isInteger),
    finite: setup(
      'finite',
      { target: 'waves', drawn: flat, points: 32, spec: fourierFeatures(4), layers: network(256) },
      registries,
    ),
    own: setup(
      'own',
      { target: 'waves', drawn: flat, points: 64, spec: fourierFeatures(4), layers: network(128) },
      registries,
    ),
    /** Learning rate relative to its limit 2/λ_max, and steps, of the network whose eigenmodes are shown. */
    rate: number('rate', 0.5, fitsRate),
    steps: number('steps', 200, fitsSteps),
    /** Channels of the sinusoidal encoding, and the first position, for the claim about periodic networks. */
    claimDim: number('claim.dim', 512, fitsDim),
    claimFrom: number('claim.from', 10, fitsFrom),
    params: params(registries),
  });
export type BiasState = ReturnType<typeof biasLink>['initial'];

/** A quantity that may be unset. */
const chosen = (key: string, initial: number, fits: (x: number) => boolean): Field<number | undefined> => ({
  initial,
  read(link) {
    const value = readNumber(link.get(key));
    return value !== undefined && value >= 0 && fits(value) ? value : undefined;
  },
  write: (link, value) => link.set(key, String(value ?? 'none')),
  none: (link) => link.get(key) === 'none',
});

/** Parameters of analyses by id. */
const params = ({ analyses }: Registries): Field<Readonly<Record<string, ParamValues>>> => ({
  initial: {},
  read(link) {
    const given = analyses.map(({ id, params }) => [id, readParams(link, id, params)] as const);
    return Object.fromEntries(given.filter(([, values]) => Object.keys(values).length > 0));
  },
  write(link, all) {
    for (const [id, values] of Object.entries(all))
      for (const [name, value] of Object.entries(values)) writeValue(link, `${id}.${name}`, value);
  },
});

const setup = (key: SetupId, initial: Setup, { encodings, layers }: Registries): Field<Setup> => ({
  initial,
  read(link) {
    const points = readNumber(link.get(`${key}.n`));
    const numbers = (link.get(`${key}.drawn`) ?? '').split(',', drawnPoints + 1).map(readNumber);
    const drawn = numbers.length === drawnPoints && numbers.every((y) => y !== undefined && Math.abs(y) <= 100);
    const bare = link.get(`${key}.e`) === 'bare';
    return {
      target: targets.find(({ id }) => id === link.get(key))?.id ?? initial.target,
      drawn: drawn ? numbers.map((y) => y! / 100) : initial.drawn,
      points: points !== undefined && fitsPoints(points) ? points : initial.points,
      spec: bare ? undefined : (readSpec(link, encodings, `${key}.e`, `${key}.s`) ?? initial.spec),
      layers: readLayers(link, `${key}.l`, layers) ?? initial.layers,
    };
  },
  write(link, { target, drawn, points, spec, layers: chosenLayers }) {
    if (target !== initial.target) link.set(key, target);
    if (drawn !== initial.drawn) link.set(`${key}.drawn`, drawn.map((y) => Math.round(100 * y)).join(','));
    if (points !== initial.points) link.set(`${key}.n`, String(points));
    if (spec === undefined) link.set(`${key}.e`, 'bare');
    else if (spec !== initial.spec && fitsLink(spec)) writeSpec(link, spec, `${key}.e`, `${key}.s`);
    if (chosenLayers !== initial.layers) writeLayers(link, `${key}.l`, chosenLayers);
  },
});
