/**
 * The form in which evidence is stored: each frequency list and each rotation once, an answer per case that refers to
 * them. One row is one line, so that a diff of two commits shows what a release changed.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
/** Digits of stored numbers. Engines compute angles in float32, which has less than 8. */
const digits = 8;
const rounded = (value) => (typeof value === 'number' ? Number(value.toPrecision(digits)) : value);
const rows = (list) => (list.length ? `[\n${list.map((one) => JSON.stringify(one)).join(',\n')}\n]` : '[]');

/** Gives each distinct value its index. */
function interner() {
  const index = new Map();
  const values = [];
  return {
    values,
    of(value) {
      const key = JSON.stringify(value);
      if (!index.has(key)) index.set(key, values.push(value) - 1);
      return index.get(key);
    },
  };
}

/** The text of evidence/<engine>/<release>.json from the lines of a runner. */
export function storedText(header, lines) {
  const [lists, rotations, errors] = [interner(), interner(), interner()];
  const compact = ({ layers, frequencies, ...facts }) => {
    const rotation = {
      ...Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, rounded(value)])),
      ...(frequencies && { frequencies: lists.of(frequencies.map(rounded)) }),
    };
    return layers === undefined ? rotations.of(rotation) : [layers, rotations.of(rotation)];
  };
  const answers = [...lines]
    .sort((a, b) => (a.case < b.case ? -1 : 1))
    .map(({ case: id, seconds: _, rotations: turning, error, at: place, ...rest }) => [
      id,
      place === undefined
        ? { ...(turning && { rotations: turning.map(compact) }), ...rest }
        : { [error === undefined ? 'unsettled' : 'error']: errors.of([error ?? rest.unsettled, place]) },
    ]);
  const members = Object.entries(header).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`);
  return `{\n${[
    ...members,
    `"lists": ${rows(lists.values)}`,
    `"rotations": ${rows(rotations.values)}`,
    `"errors": ${rows(errors.values)}`,
    `"answers": {\n${answers.map(([id, answer]) => `${JSON.stringify(id)}: ${JSON.stringify(answer)}`).join(',\n')}\n}`,
  ].join(',\n')}\n}\n`;
}

/** The numbers of '0-2 5'. */
export const layersOf = (text) =>
  text.split(' ').flatMap((part) => {
    const [first, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });

export const fileOf = (engine, release) => at(`${engine}/${release}.json`);
export const releasesOf = (engine) =>
  existsSync(at(engine))
    ? readdirSync(at(engine))
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -5))
        .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    : [];

/**
 * Reads evidence: header fields, and `answers`, a map of case → { rotations, still, depth, error, unsettled }. A
 * rotation has its frequencies and, where an engine has layers, their numbers.
 */
export const read = (engine, release) => parsed(readFileSync(fileOf(engine, release), 'utf8'));

export function parsed(text) {
  const { lists, rotations, errors, answers, ...header } = JSON.parse(text);
  const rotation = (entry) => {
    const [layers, index] = Array.isArray(entry) ? entry : [undefined, entry];
    const { frequencies, ...facts } = rotations[index];
    return {
      ...facts,
      ...(layers !== undefined && { layers: layersOf(layers) }),
      ...(frequencies !== undefined && { frequencies: lists[frequencies] }),
    };
  };
  const whole = ({ rotations: own, error, unsettled, still, ...rest }) => ({
    ...rest,
    ...(own && { rotations: own.map(rotation) }),
    ...(still !== undefined && { still: layersOf(still) }),
    ...(error !== undefined && { error: errors[error][0], at: errors[error][1] }),
    ...(unsettled !== undefined && { unsettled: errors[unsettled]?.[0] ?? unsettled }),
  });
  return {
    ...header,
    answers: new Map(Object.entries(answers).map(([id, answer]) => [id, whole(answer)])),
  };
}

const elsewhere =
  /vision|visual|image|audio|speech|video|patch|tower|resampler|qformer|encoder\.|^encoder|mtp|talker|codec/i;
/** True for a rotation of the text model's attention, rather than of a tower or an indexer. */
export const isText = ({ stack = '', role }) => role === undefined && !elsewhere.test(stack);
