/** What a link to the lab remembers: `#v=1&task=latin-square&e=learned&e.sigma=0.2&where.where=blocks&t.steps=4000…`. */
import { encodings, modelParams, positionParams, tasks, trainingParams, type Experiment } from 'posenc';
import { fittedSizes } from '../../lib/generated/limits.js';
import type { EncodingInfo, TaskInfo } from '../../lib/types/registry.js';
import type { DraftSpec } from '../state.js';
import {
  asSpec,
  fitsLink,
  hashOf,
  longestHash,
  readParams,
  readSpec,
  version,
  writeSpec,
  writeValue,
} from '../state.js';
import type { ParamValues } from '../widgets/param-form.js';
import { type OwnData, typedParams } from './own-data.js';
import { recorded } from './recorded.js';

export interface LabState {
  readonly task: string;
  readonly taskParams: ParamValues;
  readonly model: ParamValues;
  /** undefined: the model is told no positions. */
  readonly spec: DraftSpec | undefined;
  readonly position: ParamValues;
  readonly training: ParamValues;
  /** Values of the sweep, each a run. */
  readonly sigmas: readonly number[];
}

const fitted = new Set<string>(fittedSizes);
/** The rows without the sizes that follow from the model and its task, for no control asks for what is known, and without tables of numbers to type. */
export const fittedEncodings: readonly EncodingInfo[] = encodings.map((info) => ({
  ...info,
  params: info.params.filter(({ name, kind }) => !fitted.has(name) && kind !== 'numbers'),
}));

/** Evaluations of a recorded experiment are further apart than a curve wants them; they change no weights. */
const evaluateEvery = 100;

/** The controls of an experiment of examples/experiments. */
export function ofRecorded(name: string, now: LabState): LabState {
  const { model: { hidden, ...model } = {}, ...experiment } = recorded(name);
  const width = hidden === undefined || hidden === 4 * (model.dim ?? 0) ? {} : { hidden }; // 4 dim if left out
  return stateOf({ ...experiment, model: { ...model, ...width }, evaluateEvery } as Experiment, now);
}

export const taskOf = (id: string): TaskInfo => tasks.find((row) => row.id === id) ?? tasks[0]!;

/** Latin squares with a small norm, whose recorded runs stand in docs/lab.md. */
export const initial: LabState = ofRecorded('latin-square-sigma-0.4', {
  task: '',
  taskParams: {},
  model: {},
  spec: undefined,
  position: { where: 'blocks' },
  training: {},
  sigmas: [0.1, 0.4, 1, 2],
});

/** As `train` takes it; values that are not given are the registry's. `data`: more parameters of the task. */
export function experimentOf(
  { task, taskParams, model, spec, position, training }: LabState,
  data: OwnData['params'] | OwnData['files'] = {},
): Experiment {
  const given = (values: ParamValues) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return {
    task: { id: task, ...given(taskParams), ...data },
    model: given(model),
    positions: spec === undefined ? [] : [{ ...asSpec(spec), ...given(position) }],
    ...given(training),
  } as unknown as Experiment;
}

export function encode(state: LabState): string {
  const out = new URLSearchParams({ v: version });
  const write = (prefix: string, values: ParamValues): void => {
    for (const [name, value] of Object.entries(values)) writeValue(out, `${prefix}.${name}`, value);
  };
  out.set('task', state.task);
  write('task', state.taskParams);
  write('model', state.model);
  if (state.spec === undefined) out.set('e', 'none');
  else if (fitsLink(state.spec)) writeSpec(out, state.spec);
  write('where', state.position);
  write('t', state.training);
  if (state.sigmas !== initial.sigmas) out.set('sigmas', state.sigmas.join(','));
  return hashOf(out);
}

/** The state of a hash; what it does not say or says wrongly is as at the start. */
export function decode(hash: string): LabState | undefined {
  if (hash.length < 2 || hash.length > longestHash) return undefined;
  const given = new URLSearchParams(hash.slice(1));
  if (given.get('v') !== version) return undefined;
  for (const [prefix, params] of [['model', modelParams] as const, ['t', trainingParams] as const])
    for (const { name, formerly } of params) {
      const value = given.get(`${prefix}.${formerly ?? name}`); // a link of the release before
      if (value !== null && !given.has(`${prefix}.${name}`)) given.set(`${prefix}.${name}`, value);
    }
  const info = tasks.find(({ id }) => id === given.get('task'));
  if (info === undefined) return undefined;
  return {
    task: info.id,
    taskParams: readParams(given, 'task', info.params),
    model: readParams(given, 'model', modelParams),
    spec: given.get('e') === 'none' ? undefined : (readSpec(given, fittedEncodings) ?? initial.spec),
    position: readParams(given, 'where', positionParams),
    training: readParams(given, 't', trainingParams),
    sigmas: readSigmas(given.get('sigmas') ?? '') ?? initial.sigmas,
  };
}

export const mostSigmas = 12;

/** Numbers from 0 on, of a text with commas or spaces; undefined where it is something else. */
export function readSigmas(text: string): readonly number[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const all = words.map(Number);
  const fits = all.length > 0 && all.length <= mostSigmas && all.every((x) => Number.isFinite(x) && x >= 0);
  return fits ? all : undefined;
}

/** The controls that say what an experiment says, where they can: one encoding at most, and no data. */
export function stateOf(experiment: Experiment, now: LabState): LabState {
  const { task, model = {}, positions = [], ...training } = experiment;
  const { id, ...given } = task;
  const typed = typedParams(taskOf(id)).map(({ name }) => name);
  const names = positionParams.map(({ name }) => name);
  const own = Object.entries(positions[0] ?? {});
  return {
    ...now,
    task: id,
    taskParams: Object.fromEntries(Object.entries(given).filter(([name]) => typed.includes(name))) as ParamValues,
    model: model as ParamValues,
    spec:
      own.length === 0 ? undefined : (Object.fromEntries(own.filter(([name]) => !names.includes(name))) as DraftSpec),
    position:
      own.length === 0
        ? now.position
        : (Object.fromEntries(own.filter(([name]) => names.includes(name))) as ParamValues),
    training: training as ParamValues,
  };
}
