/** The state of the lab's controls as a link and as an experiment. */
import { encodings, modelParams, positionParams, tasks, trainingParams, type Experiment } from 'posenc';
import { fittedSizes } from '../../lib/generated/limits.js';
import type { EncodingInfo, ParamInfo, TaskInfo } from '../../lib/types/registry.js';
import { type Field, type Linked, linked, named, oneOf } from '../kit/state.js';
import type { DraftSpec } from '../state.js';
import { asSpec, fitsLink, readParams, readSpec, writeSpec, writeValue } from '../state.js';
import type { ParamValues } from '../state.js';
import { type OwnData, typedParams } from './own-data.js';
import { first } from './recorded.js';

/** Replaces a spec: the model has no position encoding. */
export const none = 'none';
export interface LabState {
  readonly task: string;
  readonly taskParams: ParamValues;
  readonly model: ParamValues;
  readonly spec: DraftSpec | typeof none;
  readonly position: ParamValues;
  readonly training: ParamValues;
  /** Values of the sweep, one run each. */
  readonly sigmas: readonly number[];
  /** The compared quantity by its name in the link; '' is the first. */
  readonly measure: string;
}

const fitted = new Set<string>(fittedSizes);
/** Encodings without parameters that have no control: sizes that follow from model and task, and lists of numbers. */
export const fittedEncodings: readonly EncodingInfo[] = encodings.map((info) => ({
  ...info,
  params: info.params.filter(({ name, kind }) => !fitted.has(name) && kind !== 'numbers'),
}));

/** Steps between evaluations; recorded experiments evaluate too rarely for a curve. Weights do not depend on it. */
const evaluateEvery = 100;

/** The controls of a recorded experiment. */
export function ofExperiment(recorded: Experiment, now: LabState): LabState {
  const { model: { hidden, ...model } = {}, ...experiment } = recorded;
  const width = hidden === undefined || hidden === 4 * (model.dim ?? 0) ? {} : { hidden }; // default 4 dim
  return stateOf({ ...experiment, model: { ...model, ...width }, evaluateEvery } as Experiment, now);
}

export const taskOf = (id: string): TaskInfo => tasks.find((row) => row.id === id) ?? tasks[0]!;

/** Latin squares with a small norm. */
const start: LabState = ofExperiment(first, {
  task: '',
  taskParams: {},
  model: {},
  spec: none,
  position: { where: 'blocks' },
  training: {},
  sigmas: [0.1, 0.4, 1, 2],
  measure: '',
});

/** The argument of `train`; missing values are the registry's. `data`: more parameters of the task. */
export function experimentOf(
  { task, taskParams, model, spec, position, training }: LabState,
  data: OwnData['params'] | OwnData['files'] = {},
): Experiment {
  const given = (values: ParamValues) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return {
    task: { id: task, ...given(taskParams), ...data },
    model: given(model),
    positions: spec === none ? [] : [{ ...asSpec(spec), ...given(position) }],
    ...given(training),
  } as unknown as Experiment;
}

/** The task in a link; parameters missing from the link get the registry's defaults, not those of the initial state. */
const taskIn = (link: URLSearchParams): TaskInfo | undefined => tasks.find(({ id }) => id === link.get('task'));

function values(
  prefix: string,
  params: (task: TaskInfo) => readonly ParamInfo[],
  initial: ParamValues,
): Field<ParamValues> {
  return {
    initial,
    always: true,
    read(link) {
      const task = taskIn(link);
      if (task === undefined) return undefined;
      return readParams(link, prefix, params(task));
    },
    write(link, given) {
      for (const [name, value] of Object.entries(given)) writeValue(link, `${prefix}.${name}`, value);
    },
  };
}

const spec: Field<LabState['spec']> = {
  initial: start.spec,
  always: true,
  read(link) {
    if (taskIn(link) === undefined) return undefined;
    return link.get('e') === none ? none : readSpec(link, fittedEncodings);
  },
  write(link, value) {
    if (value === none) link.set('e', none);
    else if (fitsLink(value)) writeSpec(link, value);
  },
};

export const mostSigmas = 12;
const longestMeasure = 64;

/** A complete experiment: `#v=1&task=latin-square&e=learned&e.sigma=0.2&where.where=blocks&t.steps=4000…`. */
export const labLink: Linked<LabState> = linked({
  task: {
    ...oneOf(
      'task',
      start.task,
      tasks.map(({ id }) => id),
    ),
    always: true,
  },
  taskParams: values('task', ({ params }) => params, start.taskParams),
  model: values('model', () => modelParams, start.model),
  spec,
  position: values('where', () => positionParams, start.position),
  training: values('t', () => trainingParams, start.training),
  sigmas: named('sigmas', start.sigmas, readSigmas, (all) => all.join(',')),
  measure: named('measure', start.measure, (text) => (text.length <= longestMeasure ? text : undefined)),
});
export const { initial } = labLink;

/** Parses non-negative numbers separated by commas or spaces; undefined if invalid. */
export function readSigmas(text: string): readonly number[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const all = words.map(Number);
  const fits = all.length > 0 && all.length <= mostSigmas && all.every((x) => Number.isFinite(x) && x >= 0);
  return fits ? all : undefined;
}

/** The controls of an experiment, as far as they can express it: at most one encoding, and no data. */
function stateOf(experiment: Experiment, now: LabState): LabState {
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
    spec: own.length === 0 ? none : (Object.fromEntries(own.filter(([name]) => !names.includes(name))) as DraftSpec),
    position:
      own.length === 0
        ? now.position
        : (Object.fromEntries(own.filter(([name]) => names.includes(name))) as ParamValues),
    training: training as ParamValues,
  };
}
