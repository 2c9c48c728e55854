/**
 * Writes tables of web/lib/engines from stored evidence: node evidence/tables.mjs. tests/web/evidence.test.mjs compares them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { engines } from './compare.mjs';
import { corpus } from './corpus.mjs';
import { isText, read, releasesOf } from './stored.mjs';

const at = (path) => fileURLToPath(new URL(`../web/lib/engines/${path}`, import.meta.url));

/** Lines of quoted names, filled to a width. */
function filled(names, width = 110) {
  const lines = [''];
  for (const name of names) {
    if (lines.at(-1).length + name.length + 6 > width) lines.push('');
    lines[lines.length - 1] += lines.at(-1) === '' ? name : ` ${name}`;
  }
  return lines.map((line) => `  '${line}',`).join('\n');
}

const defaults = 'default/';
/** Model types whose default configuration, of the newest transformers or of all, raises an error that matches. */
function refused(engine, release, pattern, among = /^default\//) {
  const { answers } = read(engine, release);
  const types = [...answers]
    .filter(([id, { error }]) => among.test(id) && error !== undefined && pattern.test(error))
    .map(([id]) => id.replace(among, ''));
  return [...new Set(types)].sort();
}

const setOf = (name, comment, names) => `/**
 * ${comment}
 */
// prettier-ignore
export const ${name}: ReadonlySet<string> = new Set([
${filled(names)}
].flatMap((line) => line.split(' ')));
`;

/** Model types of transformers that are younger than the ones whose classes were read by hand. */
function newerTypes() {
  const { types } = JSON.parse(
    readFileSync(new URL('../tests/golden/engines/model-types.json', import.meta.url), 'utf8'),
  );
  const older = new Set(types);
  return corpus()
    .filter(({ id }) => id.startsWith(defaults) && !older.has(id.slice(defaults.length)))
    .map(({ id, config }) => ({ type: id.slice(defaults.length), id, config: parsedConfig(config) }));
}
export const parsedConfig = (config) => JSON.parse(config.replaceAll('Infinity', '1e999'));

/** Defaults of a class as a row of class-defaults.ts, from the configuration that it writes. */
function familyOf(config) {
  const { rope_parameters: rope, head_dim: headDim, max_position_embeddings: maxContext, qk_rope_head_dim } = config;
  const isFlat = typeof rope.rope_type === 'string';
  const theta = isFlat ? rope.rope_theta : undefined;
  const own = isFlat ? rope.rope_type !== 'default' : true;
  return {
    ...(theta !== undefined && theta !== 10_000 && { theta }),
    ...(isFlat && rope.partial_rotary_factor !== undefined && { partial: rope.partial_rotary_factor }),
    ...(qk_rope_head_dim ? { latentDim: qk_rope_head_dim } : headDim && { headDim }),
    ...(maxContext && { maxContext }),
    ...(own && { ropeParameters: Object.fromEntries(Object.entries(rope).filter(([, value]) => value !== null)) }),
    ...(!isFlat && { layers: Object.keys(rope).filter((name) => rope[name]) }),
  };
}

/** Newer types by how they are answered: by a row, by their text model, or not known. */
function newer() {
  const { answers } = read('transformers', '5.23.0');
  const [rows, composites, unknown] = [new Map(), [], []];
  for (const { type, id, config } of newerTypes()) {
    const text = (answers.get(id).rotations ?? []).filter(isText);
    const settled = text.length > 0 && text.every(({ unread }) => unread === undefined);
    if (settled && config.text_config) composites.push(type);
    else if (settled && config.rope_parameters) rows.set(type, familyOf(config));
    else unknown.push(type);
  }
  return { rows, composites, unknown };
}

const written =
  'Written by evidence/tables.mjs: model types of transformers 5.23.0 that came after decba1d2, whose classes were read';

const newerClasses = () => {
  const { rows, composites } = newer();
  return `/**
 * ${written};
 * these turn as the evidence says. Rows like those of class-defaults.ts, and types that a text model is part of.
 */
import type { Family } from './family.js';

// prettier-ignore
export const newerClasses: readonly (readonly [string, Family])[] = [
${[...rows].map(([type, family]) => `  ['${type}', ${quoted(family)}],`).join('\n')}
];

// prettier-ignore
export const newerComposites: readonly string[] = [
${filled(composites)}
].flatMap((line) => line.split(' '));
`;
};

const newerUnknown = () => `/**
 * ${written}.
 * How these treat positions is not known; class-defaults-newer.ts has the others.
 */
// prettier-ignore
const newer: ReadonlySet<string> = new Set([
${filled(newer().unknown)}
].flatMap((line) => line.split(' ')));
export const isNewer = (type: string): boolean => newer.has(type);
`;

const ofVllm = (name, release, comment, pattern) => ({
  path: `vllm/${name}-${release}.ts`,
  text: () => setOf(name, `Written by evidence/tables.mjs: ${comment}`, refused('vllm', release, pattern)),
});

const ofSglang = (name, comment, pattern) => ({
  path: `sglang/${name}.ts`,
  text: () =>
    setOf(
      name,
      `Written by evidence/tables.mjs: model types ${comment}`,
      refused('sglang', '0.5.23', pattern, /^default(-4)?\//),
    ),
});

/** Fields of configuration classes that llama.cpp's converter reads to write position keys, without widths of models. */
const positionFields = [
  ...['rope_theta', 'global_rope_theta', 'rope_local_base_freq', 'local_rope_theta', 'rope_scaling'],
  ...['partial_rotary_factor', 'rotary_pct', 'original_max_position_embeddings', 'max_position_embeddings'],
  ...['head_dim', 'qk_rope_head_dim', 'sliding_window'],
];
/** The base that almost all classes have. */
const usual = { rope_theta: 10_000 };
/** Classes whose own width of a head is that of a quotient by chance; in others, that quotient is computed. */
const ownHeadDim = new Set(['glm', 'glm4', 'llama4_text', 'gemma3n_text', 'qwen3', 'qwen3_vl_text']);

/** Values that rotary configuration classes of transformers 4.57.6 fill in, by the model types that llama.cpp supports. */
function defaults4() {
  const found = new Map();
  const { answers } = read('llama-cpp', '0.3.36');
  const supported = (id) => !/not supported/.test(answers.get(id).error);
  const add = (fields) => {
    const { model_type: type, hidden_size: hidden, num_attention_heads: heads, head_dim: width } = fields ?? {};
    if (!type || found.has(type) || !('rope_theta' in fields || 'global_rope_theta' in fields)) return;
    const computed = width === Math.floor(hidden / heads) && !ownHeadDim.has(type);
    const named = positionFields.filter(
      (name) => (fields[name] ?? null) !== null && fields[name] !== usual[name] && !(name === 'head_dim' && computed),
    );
    found.set(type, Object.fromEntries(named.map((name) => [name, fields[name]])));
  };
  const configs = corpus()
    .filter(({ id }) => id.startsWith('default-4/') && supported(id))
    .map(({ config }) => JSON.parse(config.replaceAll('Infinity', '1e999')));
  for (const config of configs) add(config);
  for (const config of configs) add(config.text_config);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

const quoted = (value) =>
  Array.isArray(value)
    ? `[${value.map(quoted).join(', ')}]`
    : typeof value === 'object'
      ? `{ ${Object.entries(value)
          .map(([key, inner]) => `${key}: ${quoted(inner)}`)
          .join(', ')} }`
      : typeof value === 'string'
        ? `'${value}'`
        : JSON.stringify(value);

/** Releases with evidence that a row of ours answers for, in the order of `engines`. */
const executedRows = () =>
  Object.entries(engines).flatMap(([engine, rowOf]) =>
    releasesOf(engine)
      .filter(rowOf)
      .map((release) => ({ row: rowOf(release), ...read(engine, release) })),
  );

/** Names of specs for types of scaling in files. */
const specTypes = { su: 'longrope', mrope: 'default' };
const scalingTypes = ['default', 'linear', 'dynamic', 'ntk', 'yarn', 'longrope', 'llama3', 'proportional'];
/** Types of scaling that a file names, one for each kind of layers. */
export function typesOf(config) {
  const text = config.text_config ?? config;
  const given = [text, config].flatMap((one) => [one.rope_parameters, one.rope_scaling]).find((one) => one) ?? {};
  const typed = ({ rope_type, type }) => rope_type ?? type;
  const inner = Object.values(given).filter((one) => one && typeof one === 'object' && !Array.isArray(one));
  const all = typed(given) === undefined && inner.length ? inner : [given];
  return all.map((one) => (one.alpha ? 'ntk' : (specTypes[typed(one)] ?? typed(one) ?? 'default')));
}

/** Types of scaling with which a release rotated the text of each model type. */
function rotatedTypes({ answers }) {
  const found = new Map();
  for (const { id, config } of corpus()) {
    const rotations = (answers.get(id)?.rotations ?? []).filter((one) => isText(one) && one.unread === undefined);
    const parsed = parsedConfig(config);
    if (rotations.length === 0 || !parsed.model_type) continue;
    const types = found.get(parsed.model_type) ?? new Set();
    for (const type of typesOf(parsed)) types.add(type);
    found.set(parsed.model_type, types);
  }
  return new Map([...found].map(([type, own]) => [type, scalingTypes.filter((one) => own.has(one)).join(' ')]));
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
/** The rows, the day of each, and the model types that each ran, with the types of scaling. */
function executed() {
  const rows = executedRows();
  const ran = rows.map(rotatedTypes);
  const types = [...new Set(ran.flatMap((own) => [...own.keys()]))].sort();
  const sets = [...new Set(types.flatMap((type) => ran.flatMap((own) => own.get(type) || [])))].sort();
  if (sets.length > letters.length) throw new Error(`${sets.length} sets of types of scaling`);
  const letter = (set) => (set ? letters[sets.indexOf(set)] : '.');
  const key = (row) => (/\W/.test(row) ? `'${row}'` : row);
  const groups = new Map();
  for (const type of types) {
    const own = ran.map((row) => letter(row.get(type))).join('');
    groups.set(own, [...(groups.get(own) ?? []), type]);
  }
  const words = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([own, names]) => [`${own}:`, ...names]);
  return `/**
 * Written by evidence/tables.mjs: the day on which the release of each row was executed, and the model types whose text it
 * rotated. Before types stands a letter for each row, of the set of types of scaling that their cases had; a point is none.
 */
import type { EngineId } from '../types/engines.js';

export const executedOn: Readonly<Partial<Record<EngineId, string>>> = {
${rows.map(({ row, executed: day }) => `  ${key(row)}: '${day}',`).join('\n')}
};

// prettier-ignore
export const scalingSets: Readonly<Record<string, string>> = {
${sets.map((set, i) => `  ${/\d/.test(letters[i]) ? `'${letters[i]}'` : letters[i]}: '${set}',`).join('\n')}
};

// prettier-ignore
export const ran: readonly string[] = [
${filled(words)}
].flatMap((line) => line.split(' '));
`;
}

export const tables = [
  { path: 'executed.ts', text: executed },
  {
    path: 'transformers-4/defaults.ts',
    text: () => `/**
 * Written by evidence/tables.mjs: values of position fields that the configuration classes of transformers 4.57.6 fill in.
 */
import type { PlainObject } from '../../hf/plain.js';

// prettier-ignore
export const defaults: ReadonlyMap<string, PlainObject> = new Map<string, PlainObject>([
${defaults4()
  .map(([type, fields]) => `  ['${type}', ${quoted(fields)}],`)
  .join('\n')}
]);
`,
  },
  {
    path: 'transformers-4/parts.ts',
    text: () => {
      const known = new Set(readFileSync(at('transformers-4/known.ts'), 'utf8').match(/[\w.-]+/g));
      return setOf(
        'parts',
        'Written by evidence/tables.mjs: model types of parts, which transformers 4.57.6 does not load by themselves.',
        refused('transformers', '4.57.6', /model type .* is not supported/).filter((type) => known.has(type)),
      );
    },
  },
  { path: '../hf/class-defaults-newer.ts', text: newerClasses },
  { path: 'transformers-5/newer.ts', text: newerUnknown },
  ...['0.33.0', '0.29.0'].flatMap((release) => [
    ofVllm(
      'unsupported',
      release,
      `model types that vLLM ${release} refuses, with neither a class nor one of transformers.`,
      /not supported (for now|(in-tree )?anymore)/,
    ),
    ofVllm(
      'unrecognized',
      release,
      `model types of transformers 5.23.0 that the one of vLLM ${release} does not know.`,
      /does not recognize this architecture/,
    ),
  ]),
  ofSglang(
    'unsupported',
    'that SGLang 0.5.23 refuses, with neither a class nor one of transformers.',
    /no SGlang implementation and|Cannot find model module/,
  ),
  ofSglang(
    'unrecognized',
    'of other releases that the transformers of SGLang 0.5.23 does not know.',
    /does not recognize this architecture/,
  ),
];

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const { path, text } of tables) writeFileSync(at(path), text());
