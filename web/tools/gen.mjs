/**
 * Writes web/lib/generated from what the native program `describe` prints.
 *
 *   describe | node web/tools/gen.mjs
 *
 * The build runs it (`npm run gen`). The package contains the files, git does not. Rows are written as JSON; the compiler
 * of TypeScript compares their shape with the types of web/lib/types.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { enginesSource } from './gen-engines.mjs';

const json = JSON.stringify;
/** A type of one text, as tsc writes it into declarations. */
const textType = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const written = (from, ...parts) =>
  `/** Written by web/tools/gen.mjs from ${from}. Do not edit. */\n${parts.join('\n')}\n`;
const constant = (name, type, value) => `export const ${name}: ${type} = ${value};`;
/** A list with a line for each row. */
const list = (name, type, rows) =>
  constant(name, `readonly ${type}[]`, `[\n${rows.map((row) => `  ${row},\n`).join('')}]`);
const literal = (name, value) => `export const ${name} = ${json(value)} as const;`;
const registry = 'the C++ registries (src/describe.cpp)';

/** Each generated file of web/lib/generated, and the function that generates it. */
export const sources = {
  'encodings.ts': generate,
  'error-codes.ts': ({ errorCodes }) =>
    written('src/include/posenc/result.hpp', literal('errorCodes', errorCodes), codes),
  'analyses.ts': analysesSource,
  'experiments.ts': experimentsSource,
  'engines.ts': enginesSource,
  'encoding-texts.ts': (describe) => textsSource(describe, ['encodings', 'scalings']),
  'analysis-texts.ts': (describe) => textsSource(describe, ['analyses', 'layers']),
  'experiment-texts.ts': (describe) => textsSource(describe, ['tasks', 'experiment']),
  'single-wave.ts': ({ singleWave }) =>
    written('src/core/single_wave.hpp and src/posenc.hpp', literal('singleWave', singleWave)),
  'limits.ts': limitsSource,
  'mistakes.ts': ({ mistakes }) =>
    written(
      'src/identify/mistakes.cpp',
      `import type { KnownMistake } from '../types/identify.js';`,
      list('mistakes', 'KnownMistake', mistakes.map(json)),
    ),
};
const codes = 'export type ErrorCode = (typeof errorCodes)[number];';

const scaling = ['  /** Context extension; by default none. */', '  readonly scaling?: ScalingSpec | undefined;'];

/** TypeScript source of the encodings and their context extensions. */
export function generate({ bands, encodings, scalings, precisionMethods, experiment }) {
  checkNames({ scalings, precisionMethods: precisionMethods.map(({ id }) => ({ id, params: [] })) });
  const beside = experiment.find(({ id }) => id === 'position').params.map(({ name }) => name);
  checkNames({ encodings }, beside);
  return written(
    registry,
    `import type { EncodingInfo, PrecisionMethodInfo, ScalingInfo } from '../types/registry.js';`,
    '/** What a context extension did to a pair of channels; the band of a report is an index into it. */',
    literal('bands', bands),
    ...scalings.map((row) => specInterface(row, 'type', 'Scaling')),
    union('ScalingSpec', scalings, 'Scaling'),
    `export type ScalingId = ScalingSpec['type'];`,
    ...encodings.map((row) => specInterface(row, 'encoding', 'Spec', row.scalable ? scaling : [])),
    '/** A spec is plain JSON. Parameters that are left out take the default of the registry. */',
    union('EncodingSpec', encodings, 'Spec'),
    `export type EncodingId = EncodingSpec['encoding'];`,
    '/** Context extensions of rotary frequencies, in display order. */',
    list('scalings', 'ScalingInfo', scalings.map(bare).map(json)),
    '/** Every encoding, in display order. */',
    list(
      'encodings',
      'EncodingInfo',
      encodings.map((row) => json(bare(row)).replace(/\}$/, row.scalable ? ', scalings }' : '}')),
    ),
    `export type PrecisionMethodId = ${precisionMethods.map(({ id }) => textType(id)).join(' | ')};`,
    '/** Ways that others compute angles, in display order. */',
    list(
      'precisionMethods',
      '(PrecisionMethodInfo & { readonly id: PrecisionMethodId })',
      precisionMethods.map((row) => json(row)),
    ),
  );
}

const layered = ['  /** The network, input side first. */', '  readonly layers: readonly LayerSpec[];'];
const types = { scalar: 'number', vector: 'Float64Array', matrix: 'Matrix<Float64Array>' };

/** The spec, inputs and result of every analysis, and the layers. */
function analysesSource({ analyses, layers }) {
  checkNames({ analyses, layers });
  const members = (name, items, typed) =>
    [`export interface ${name} {`, ...items.map((item) => member([item.doc], item.name, ...typed(item))), '}'].join(
      '\n',
    );
  const byId = (name, suffix) =>
    [
      `export interface ${name} {`,
      ...analyses.map(({ id }) => `  readonly ${textType(id)}: ${pascal(id)}${suffix};`),
      '}',
    ].join('\n');
  return written(
    registry,
    `import type { MatrixInput } from '../types/inputs.js';`,
    `import type { Matrix } from '../types/posenc.js';`,
    `import type { AnalysisInfo, LayerInfo } from '../types/registry.js';`,
    ...layers.map((row) => specInterface(row, 'layer', 'Layer')),
    union('LayerSpec', layers, 'Layer'),
    `export type LayerId = LayerSpec['layer'];`,
    ...analyses.flatMap((row) => [
      specInterface(row, 'analysis', 'Analysis', row.layered ? layered : []),
      members(`${pascal(row.id)}Inputs`, row.inputs, ({ required }) => ['MatrixInput', required]),
      members(`${pascal(row.id)}Result`, row.outputs, ({ kind, optional }) => [types[kind], !optional]),
    ]),
    union('AnalysisSpec', analyses, 'Analysis'),
    `export type AnalysisId = AnalysisSpec['analysis'];`,
    byId('AnalysisInputs', 'Inputs'),
    byId('AnalysisResults', 'Result'),
    '/** Layers of networks, in display order. */',
    list('layers', 'LayerInfo', layers.map(bare).map(json)),
    '/** Every analysis, in display order. */',
    list('analyses', 'AnalysisInfo', analyses.map(bare).map(json)),
  );
}

/** Name and description of the type of each group of parameters. */
const parts = {
  model: ['ModelParams', 'A transformer of encoder or causal decoder blocks.'],
  position: ['PositionParams', 'How an encoding is put into a model.'],
  training: ['TrainingParams', 'How a model is trained.'],
};

/** The tasks, and the other parameters of an experiment. */
function experimentsSource({ tasks, experiment }) {
  checkNames({ tasks, experiment });
  return written(
    registry,
    `import type { ParamInfo, TaskInfo } from '../types/registry.js';`,
    ...tasks.map((row) => specInterface(row, 'id', 'Task')),
    union('TaskSpec', tasks, 'Task'),
    `export type TaskId = TaskSpec['id'];`,
    ...experiment.flatMap(({ id, params }) => {
      const [name, doc] = parts[id];
      return [`/** ${doc} */`, `export interface ${name} {`, ...parameters(params), '}'];
    }),
    '/** Every task, in display order. */',
    list('tasks', 'TaskInfo', tasks.map(bare).map(json)),
    ...experiment.map((row) => list(`${row.id}Params`, 'ParamInfo', bare(row).params.map(json))),
  );
}

/** Limits of the core that the library also needs. */
function limitsSource({ limits }) {
  const docs = {
    fewestUniformRows: 'A float32 table of fewer rows at equal distances is computed row by row.',
    rowsOfAnAnchor: 'Such a table costs least where it is made in pieces that begin at multiples of so many rows.',
    mostKeptBias: 'Queries and keys together whose vector of biases is kept for the rows to come.',
    fittedSizes: 'Parameters of encodings that follow from a model and its task.',
  };
  return written(
    'src/core/limits.hpp and src/train/token_positions.hpp',
    ...Object.entries(docs).flatMap(([name, doc]) => [`/** ${doc} */`, literal(name, limits[name])]),
  );
}

// Prose is most of a row, and few callers need it, so it is in generated/*-texts.ts, which web/lib/documentation.ts loads
// on demand.
const prose = ['formula', 'doc', 'citation', 'note', 'accuracy'];
/** Lists whose items have a `doc`. Inputs keep theirs, because the error for a missing input contains it. */
const described = ['params', 'outputs'];
const picked = (object, wanted) => Object.fromEntries(Object.entries(object).filter(([key]) => wanted(key)));
const without = (object) => picked(object, (key) => !prose.includes(key));

/** A row without its prose. */
function bare(row) {
  const kept = without(row);
  for (const key of described) if (row[key]) kept[key] = row[key].map(without);
  return kept;
}

/** The prose of a row, with that of its parameters and outputs by name. */
function texts(row) {
  const kept = picked(row, (key) => prose.includes(key));
  for (const key of described)
    if (row[key]?.length) kept[key] = Object.fromEntries(row[key].map(({ name, doc }) => [name, doc]));
  return kept;
}

/** @param names the registries of one file; pages about encodings need not load the texts of analyses */
function textsSource(describe, names) {
  const all = names.map((name) => [name, Object.fromEntries(describe[name].map((row) => [row.id, texts(row)]))]);
  return written(
    registry,
    `import type { Texts } from '../types/documentation.js';`,
    constant(
      'texts',
      `Texts<${names.map((name) => `'${name}'`).join(' | ')}>`,
      json(Object.fromEntries(all), undefined, 2),
    ),
  );
}

/** `{ encoding: 'rope', dim: number, … }` with a comment for each parameter. */
function specInterface(row, discriminator, suffix, more = []) {
  return [
    comment([`${row.title}. ${row.citation}`]),
    `export interface ${pascal(row.id)}${suffix} {`,
    `  readonly ${discriminator}: ${textType(row.id)};`,
    ...parameters(row.params),
    ...more,
    '}',
  ].join('\n');
}
const parameters = (params) =>
  params.map((param) => {
    const where = param.where ? `Only where ${param.where.words}.` : '';
    return member([param.doc, limits(param), where], param.name, type(param), param.required);
  });
const member = (sentences, name, of, required) =>
  `${comment(sentences, '  ')}\n  readonly ${name}${required ? `: ${of}` : `?: ${of} | undefined`};`;
const union = (name, rows, suffix) =>
  `export type ${name} = ${rows.map((row) => `${pascal(row.id)}${suffix}`).join(' | ')};`;

function type({ kind, choices }) {
  if (kind === 'choice') return choices.map(textType).join(' | ');
  return { boolean: 'boolean', numbers: 'readonly number[] | Float64Array' }[kind] ?? 'number';
}

/** "Integer, 1 … 65536. Default 10000." */
function limits(param) {
  const low = param.min === undefined ? '' : param.minExclusive ? `> ${param.min}` : `≥ ${param.min}`;
  const high = param.max === undefined ? '' : `≤ ${param.max}`;
  const kind = { integer: 'Integer', number: 'Finite', numbers: 'Each finite', boolean: '', choice: '' }[param.kind];
  const range = [kind, low, high].filter(Boolean).join(', ');
  const initial = param.initial === undefined ? '' : `Default ${param.initial}.`;
  return [range && `${range}.`, initial].filter(Boolean).join(' ');
}

function comment(sentences, indent = '') {
  const said = sentences.filter(Boolean).map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  const text = said.join(' ').replaceAll('*/', '* /');
  return `${indent}/**${text.replace(/(.{1,112})(?:\s+|$)/g, `\n${indent} * $1`)}\n${indent} */`;
}

const pascal = (id) => id.replace(/(^|-)([a-z0-9])/g, (_, __, c) => c.toUpperCase());

/** Names that no parameter has, because they are in the same object. */
const reserved = ['encoding', 'type', 'scaling', 'analysis', 'layer', 'layers', 'id'];

/** Throws if ids and names cannot be those of types and members, or if a condition speaks of something that is not there. */
function checkNames(registries, more = []) {
  const check = (right, what) => {
    if (!right) throw new Error(`describe: ${what}`);
  };
  const unique = (names, where) =>
    check(new Set(names).size === names.length, `${where} repeats a name: ${names.join(' ')}`);
  for (const [name, rows] of Object.entries(registries)) {
    unique(
      rows.map(({ id }) => id),
      name,
    );
    for (const { id, params, inputs = [] } of rows) {
      check(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id), `'${id}' is not a kebab-case id`);
      const names = params.map((param) => param.name);
      unique(names, `${name}.${id}`);
      for (const { name: own, choices, initial, where } of params) {
        check(/^[a-z][A-Za-z0-9]*$/.test(own) && ![...reserved, ...more].includes(own), `${id}.${own}: bad name`);
        check(initial === undefined || !choices || choices.includes(initial), `${id}.${own}: initial is no choice`);
        for (const term of where?.rule.split(/ [&|] /) ?? []) {
          const [, other, some] = /^!?(\w+)(?:=(.+))?$/.exec(term) ?? [];
          const known = params.find((param) => param.name === other);
          const isThere = other !== own && (known || inputs.some((input) => input.name === other));
          const chosen = some?.split(',').every((choice) => known?.choices?.includes(choice)) ?? true;
          check(isThere && chosen, `${id}.${own}: where speaks of '${term}'`);
        }
      }
    }
  }
}

function main() {
  const describe = JSON.parse(readFileSync(0, 'utf8'));
  for (const [name, source] of Object.entries(sources)) {
    const target = new URL(`../lib/generated/${name}`, import.meta.url);
    mkdirSync(new URL('.', target), { recursive: true });
    const text = source(describe);
    if (existsSync(target) && readFileSync(target, 'utf8') === text) continue;
    writeFileSync(target, text);
    console.error(`wrote web/lib/generated/${name}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
