/**
 * The form in which evidence is stored. Frequency lists are in lists.json, once for all releases. A release has each
 * rotation once, and a line for each distinct answer with the cases that got it.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { corpus } from './corpus.mjs';
import { lined, nameOf, readLists, rounded, writeLists } from './lists.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

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

let names;
/** The class and the model type of a case. Answers that differ in them alone are one line, with these marks. */
function namesOf(id) {
  names ??= new Map(
    corpus().map(({ id: one, config }) => {
      const { architectures, model_type: type } = JSON.parse(config.replaceAll('Infinity', '1e999'));
      const found = [
        ['‹class›', architectures?.[0]],
        ['‹type›', type],
      ];
      return [one, found.filter(([, name]) => name?.length > 3)];
    }),
  );
  return names.get(id) ?? [];
}
const marked = (text, id) => namesOf(id).reduce((found, [mark, name]) => found.replaceAll(name, mark), text);
const named = (text, id) => namesOf(id).reduce((found, [mark, name]) => found.replaceAll(mark, name), text);

/** Names of cases as a text. A name without a folder is in that of the one before. */
function listed(ids) {
  let last;
  const parts = ids.map((id) => {
    const folder = id.slice(0, id.lastIndexOf('/') + 1);
    const part = folder === last ? id.slice(folder.length) : id;
    last = folder;
    return part;
  });
  return parts.join('|');
}
function unlisted(text) {
  let folder = '';
  return text.split('|').map((part) => {
    const end = part.lastIndexOf('/') + 1;
    if (end === 0) return folder + part;
    folder = part.slice(0, end);
    return part;
  });
}

/** The text of evidence/<engine>/<release>.json from the lines of a runner, and its frequency lists by name. */
export function stored(header, lines) {
  const rotations = interner();
  const lists = new Map();
  const ofList = (list) => {
    const name = nameOf(list);
    lists.set(name, list);
    return name;
  };
  const compact = ({ layers, frequencies, ...facts }) => {
    const rotation = {
      ...Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, rounded(value)])),
      ...(frequencies && { frequencies: ofList(frequencies.map(rounded)) }),
    };
    return layers === undefined ? rotations.of(rotation) : [layers, rotations.of(rotation)];
  };
  const answers = new Map();
  for (const line of [...lines].sort((a, b) => (a.case < b.case ? -1 : 1))) {
    const { case: id, seconds: _, rotations: turning, ...rest } = line;
    const text = marked(JSON.stringify({ ...(turning && { rotations: turning.map(compact) }), ...rest }), id);
    answers.set(text, [...(answers.get(text) ?? []), id]);
  }
  const members = [
    ...Object.entries(header).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`),
    `"rotations": [${lined(rotations.values.map((one) => JSON.stringify(one)))}]`,
    `"answers": [${lined([...answers].map(([text, ids]) => `[${JSON.stringify(listed(ids))},${text}]`))}]`,
  ];
  return { text: `{\n${members.join(',\n')}\n}\n`, lists };
}

let shared;

/** Stores a release, and in lists.json the lists that some release has. */
export function write(engine, release, header, lines) {
  const { text, lists } = stored(header, lines);
  writeFileSync(fileOf(engine, release), text);
  const texts = everyRelease().map((one) => readFileSync(fileOf(...one), 'utf8'));
  const isUsed = ([name]) => texts.some((one) => one.includes(`"frequencies":"${name}"`));
  shared = new Map([...readLists(), ...lists].filter(isUsed));
  writeLists(shared);
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

/** All stored releases as [engine, release]. */
export const everyRelease = () =>
  readdirSync(at('.'), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .flatMap(({ name }) => releasesOf(name).map((release) => [name, release]));

/**
 * Reads evidence: header fields, and `answers`, a map of case → { rotations, still, depth, error, unsettled }. A
 * rotation has its frequencies and, where an engine has layers, their numbers.
 */
export const read = (engine, release) =>
  parsed({ text: readFileSync(fileOf(engine, release), 'utf8'), lists: (shared ??= readLists()) });

export function parsed({ text, lists }) {
  const { rotations, answers, ...header } = JSON.parse(text);
  const rotation = (entry) => {
    const [layers, index] = Array.isArray(entry) ? entry : [undefined, entry];
    const { frequencies, ...facts } = rotations[index];
    return {
      ...facts,
      ...(layers !== undefined && { layers: layersOf(layers) }),
      ...(frequencies !== undefined && { frequencies: lists.get(frequencies) }),
    };
  };
  const whole = ({ rotations: own, still, ...rest }) => ({
    ...rest,
    ...(own && { rotations: own.map(rotation) }),
    ...(still !== undefined && { still: layersOf(still) }),
  });
  const found = answers.flatMap(([ids, answer]) => {
    const line = JSON.stringify(answer);
    return unlisted(ids).map((id) => [id, whole(line.includes('‹') ? JSON.parse(named(line, id)) : answer)]);
  });
  return { ...header, answers: new Map(found.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

const elsewhere =
  /vision|visual|image|audio|speech|video|patch|tower|resampler|qformer|encoder\.|^encoder|mtp|talker|codec/i;
/** True for a rotation of the text model's attention, rather than of a tower or an indexer. */
export const isText = ({ stack = '', role }) => role === undefined && !elsewhere.test(stack);
