/** Reads a study from a user's file: checks the given values and fills in defaults. */
import { errorAbout, PosencError } from '../checks/errors.js';
import {
  finite,
  flag,
  isRecord,
  list,
  maybe,
  named,
  oneOf,
  record,
  type Schema,
  text,
  tuple,
  whole,
} from '../checks/schema.js';
import { isPicture } from './picture.js';
import { fewestForInterval } from './statistics.js';
import type { Arm, Choice, Claim, Column, Measure, Patch, Study, Term, Value } from './study.js';
import { armOf } from './verdict.js';

/** Any JSON object; the experiments in it are checked when they are trained. */
const object: Schema<object> = {
  read(value, field) {
    if (isRecord(value)) return value;
    throw errorAbout('bad_argument', field, 'must be an object');
  },
  write: () => undefined,
};
/** One of several record types, recognised by a member that only it has. */
const either = <T>(...forms: readonly (readonly [member: string, shape: Schema<unknown>])[]): Schema<T> => ({
  read(value, field) {
    const form = forms.find(([member]) => isRecord(value) && Object.hasOwn(value, member));
    if (form) return form[1].read(value, field) as T;
    const members = forms.map(([member]) => `'${member}'`).join(' or ');
    throw errorAbout('bad_argument', field, `must be an object with ${members}`);
  },
  write: () => undefined,
});

const measure = either<Measure>(
  ['stepsTo', record({ stepsTo: text, reach: finite })],
  ['known', record({ known: text })],
  ['of', record({ of: text, at: maybe(oneOf('start')), stage: maybe(whole) })],
);
const term: Schema<Term> = record({ measure, arm: text });
const value = either<Value>(
  ['rank', record({ rank: tuple<readonly [Measure, Measure]>(measure, measure), arms: list(text) })],
  ['minus', record({ of: term, minus: term })],
  ['over', record({ of: term, over: term })],
  ['measure', term],
);
const choice: Schema<Choice> = record({ among: list(object), least: text });
const later: Schema<Patch> = {
  read(value, field) {
    const read = object.read(value, field) as Patch;
    if (read.choose === undefined) return read;
    const choose = choice.read(read.choose, `${field}.choose`);
    if (choose.among.length > 0) return { ...read, choose };
    throw errorAbout('bad_argument', `${field}.choose.among`, 'must have at least one change');
  },
  write: () => undefined,
};
const claim: Schema<Claim> = record({
  ...{ text, value, above: maybe(finite), below: maybe(finite) },
  primary: maybe(flag),
});
const column: Schema<Column> = record({ title: text, measure, digits: whole });
const arm: Schema<Arm> = record({
  name: text,
  set: maybe(object),
  then: maybe(list(later)),
  known: maybe(named(finite)),
}) as Schema<Arm>;

const study = record({
  title: maybe(text),
  question: maybe(text),
  about: maybe(text),
  base: object,
  arms: list(arm),
  seeds: maybe(whole),
  planned: maybe(record({ deviation: finite, effect: finite })),
  columns: maybe(list(column)),
  curves: maybe(list(text)),
  claims: maybe(list(claim)),
  toy: maybe(object),
});

/** @param id the file's name, which the results also contain */
export function readStudy(json: unknown, id: string): Study {
  const given = study.read(json, 'study');
  const bad = (field: string, message: string): PosencError => new PosencError('bad_argument', field, message);
  if (given.arms.length === 0) throw bad('study.arms', 'study.arms must have at least one arm');
  const names = given.arms.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw bad('study.arms', `two arms are called ${twice.slice(0, 60)}`);
  const base = given.base as Study['base'];
  if (isPicture(base) && given.arms.some(({ then }) => then !== undefined))
    throw bad('study.arms', 'arms of a picture have one stage: leave out then');
  if (base.choose ?? given.arms.some(choosesEarly))
    throw bad('study.arms', 'choose stands in the last stage of an arm: in the last member of then');
  if (base.steps === undefined) throw bad('study.base.steps', 'study.base.steps must be given');
  const whole: Study = {
    id,
    title: given.title ?? id,
    question: given.question ?? '',
    sources: [],
    about: given.about ?? '',
    base,
    arms: given.arms,
    planned: given.planned ?? { deviation: 0, effect: 0 },
    seeds: given.seeds ?? fewestForInterval,
    columns: given.columns ?? [{ title: 'test loss', measure: { of: 'test.loss' }, digits: 3 }],
    curves: given.curves ?? ['test.loss'],
    claims: given.claims ?? [],
    inPage: { arms: names, set: {} },
    toy: (given.toy ?? { steps: 1, evaluateEvery: 1 }) as Patch,
  };
  if (whole.claims.filter(({ primary }) => primary).length > 1)
    throw bad('study.claims', 'study.claims must have at most one that is primary');
  for (const { value: of } of whole.claims) for (const name of armsOfValue(of)) armOf(whole, name);
  return whole;
}

/** Returns a study in the form of such a file, without the members that only the package sets. */
export function writeStudy({ id, sources, inPage, ...file }: Study): object {
  return file;
}

const choosesEarly = ({ set, then = [] }: Arm): boolean => [set, ...then.slice(0, -1)].some((each) => each?.choose);

export function armsOfValue(value: Value): readonly string[] {
  if ('rank' in value) return value.arms;
  if ('minus' in value) return [value.of.arm, value.minus.arm];
  return 'over' in value ? [value.of.arm, value.over.arm] : [value.arm];
}
