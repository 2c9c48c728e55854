/**
 * Writes web/lib/generated from what the native program `describe` prints.
 *
 *   describe | node web/tools/gen.mjs
 *
 * The build runs it (`npm run gen`). The package contains the files, git does not.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { analysesSource } from './gen-analyses.mjs';
import { enginesSource } from './gen-engines.mjs';
import { experimentsSource } from './gen-experiments.mjs';
import { bare, textsSource } from './gen-texts.mjs';
import { lined, list, literal, literals, packed, quote, record } from './layout.mjs';
import { specInterface, union } from './typescript.mjs';

/** Each generated file of web/lib/generated, and the function that generates it. */
export const sources = {
  'encodings.ts': generate,
  'error-codes.ts': (describe) => errorCodesSource(checked(describe)),
  'analyses.ts': (describe) => analysesSource(checked(describe)),
  'experiments.ts': (describe) => experimentsSource(checked(describe)),
  'engines.ts': enginesSource,
  'encoding-texts.ts': (describe) => textsSource(checked(describe), ['encodings', 'scalings']),
  'analysis-texts.ts': (describe) => textsSource(checked(describe), ['analyses', 'layers']),
  'experiment-texts.ts': (describe) => textsSource(checked(describe), ['tasks', 'experiment']),
  'single-wave.ts': (describe) => singleWaveSource(checked(describe)),
  'limits.ts': (describe) => limitsSource(checked(describe)),
};

const header = `/**
 * Written by web/tools/gen.mjs from the C++ registry (src/encodings/registry.cpp). Do not edit.
 *
 * A spec is plain JSON. Parameters that are left out take the default of the registry.
 */
import type { EncodingInfo, PrecisionMethodInfo, ScalingInfo } from '../types/registry.js';
`;

/** TypeScript source for a describe document. */
export function generate(describe) {
  const { bands, encodings, scalings, precisionMethods } = checked(describe);
  const rows = (all) => all.map((row) => record(bare(row), { params: literals }, '  '));
  return [
    header,
    `/** What a context extension did to a pair of channels; a report's band is an index into it. */\nexport const bands = ${literal(bands)} as const;\n`,
    ...scalings.map((row) => specInterface(row, 'type', 'Scaling')),
    union('ScalingSpec', scalings, 'Scaling'),
    `export type ScalingId = ScalingSpec['type'];\n`,
    ...encodings.map((row) => specInterface(row, 'encoding', 'Spec', row.scalable ? scaling : [])),
    union('EncodingSpec', encodings, 'Spec'),
    `export type EncodingId = EncodingSpec['encoding'];\n`,
    list(
      '/** Context extensions of rotary frequencies, in display order. */\nexport const scalings: readonly ScalingInfo[]',
      rows(scalings),
    ),
    list(
      '/** Every encoding, in display order. */\nexport const encodings: readonly EncodingInfo[]',
      rows(encodings).map((text, i) => (encodings[i].scalable ? text.replace(/ \}$/, ', scalings }') : text)),
    ),
    `export type PrecisionMethodId =\n${packed(
      precisionMethods.map(({ id }) => `| ${quote(id)}`),
      '  ',
    ).join('\n')};\n`,
    list(
      '/** Ways that others compute angles, in display order. */\nexport const precisionMethods: readonly (PrecisionMethodInfo & { readonly id: PrecisionMethodId })[]',
      precisionMethods.map((row) => record(row, {}, '  ')),
    ),
  ].join('\n');
}

/** Error codes have their own file, because code that only reports an error needs no registry. */
function errorCodesSource({ errorCodes }) {
  return `/**
 * Written by web/tools/gen.mjs from src/include/posenc/result.hpp. Do not edit.
 */
/** The closed list of error codes. */
export const errorCodes = [
${lined(errorCodes.map(quote), '  ').join('\n')}
] as const;
export type ErrorCode = (typeof errorCodes)[number];
`;
}

/** The constants of src/core/single_wave.hpp, for shaders. */
function singleWaveSource({ singleWave }) {
  return `/**
 * Written by web/tools/gen.mjs from src/core/single_wave.hpp and src/posenc.hpp. Do not edit.
 */
export const singleWave = ${literal(singleWave)} as const;
`;
}

/** Limits of the core that the library also needs. */
function limitsSource({ limits }) {
  const docs = {
    fewestUniformRows: 'A float32 table of fewer rows at equal distances is computed row by row.',
    rowsOfAnAnchor: 'Such a table costs least where it is made in pieces that begin at multiples of so many rows.',
    mostKeptBias: 'Queries and keys together whose vector of biases is kept for the rows to come.',
    fittedSizes: 'Parameters of encodings that follow from a model and its task.',
  };
  return `/**
 * Written by web/tools/gen.mjs from src/core/limits.hpp and src/train/token_positions.hpp. Do not edit.
 */
${Object.entries(docs)
  .map(([name, doc]) => `/** ${doc} */\nexport const ${name} = ${literal(limits[name])} as const;\n`)
  .join('')}`;
}

const scaling = ['  /** Context extension; by default none. */', '  readonly scaling?: ScalingSpec | undefined;'];

/** Throws if the document differs from what this file and the types of registry.ts expect. */
function checked(describe) {
  const fail = (what) => {
    throw new Error(`describe: ${what}`);
  };
  const keys = (object, required, optional, where) => {
    for (const key of required) if (!(key in object)) fail(`${where} has no '${key}'`);
    for (const key of Object.keys(object))
      if (!required.includes(key) && !optional.includes(key)) fail(`${where} has the unknown key '${key}'`);
  };
  const unique = (names, where) => {
    if (new Set(names).size !== names.length) fail(`${where} repeats a name: ${names.join(' ')}`);
  };
  keys(
    describe,
    [
      'errorCodes',
      'bands',
      'encodings',
      'scalings',
      'precisionMethods',
      'analyses',
      'layers',
      'tasks',
      'experiment',
      'singleWave',
      'limits',
    ],
    [],
    'the document',
  );
  unique(describe.errorCodes, 'errorCodes');
  const row = ['id', 'title', 'formula', 'citation', 'params'];
  const reserved = ['encoding', 'type', 'scaling', 'analysis', 'layer', 'layers', 'id'];
  // these names are in the same object as those of an encoding
  const positionNames = describe.experiment.find(({ id }) => id === 'position').params.map(({ name }) => name);
  for (const [list, required, optional] of [
    ['encodings', [...row, 'family', 'axes', 'stages', 'scalable'], ['note', 'accuracy']],
    ['scalings', row, ['hfType']],
    ['analyses', [...row, 'family', 'inputs', 'outputs', 'layered'], ['note', 'trains']],
    ['layers', row, []],
    ['tasks', ['id', 'title', 'doc', 'citation', 'params'], []],
    ['experiment', ['id', 'params'], []],
  ]) {
    unique(
      describe[list].map((r) => r.id),
      list,
    );
    for (const r of describe[list]) {
      keys(r, required, optional, `${list}.${r.id}`);
      if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(r.id)) fail(`'${r.id}' is not a kebab-case id`);
      unique(
        r.params.map((p) => p.name),
        `${list}.${r.id}`,
      );
      for (const p of r.params) {
        const where = `${list}.${r.id}.${p.name}`;
        keys(
          p,
          ['name', 'kind', 'doc', 'required'],
          ['initial', 'min', 'max', 'minExclusive', 'slider', 'choices', 'maxLength', 'where', 'trainable'],
          where,
        );
        if (
          !/^[a-z][A-Za-z0-9]*$/.test(p.name) ||
          [...reserved, ...(list === 'encodings' ? positionNames : [])].includes(p.name)
        )
          fail(`${where}: bad name`);
        if (!['integer', 'number', 'boolean', 'choice', 'numbers'].includes(p.kind))
          fail(`${where}: bad kind ${p.kind}`);
        if ((p.kind === 'choice') !== Array.isArray(p.choices)) fail(`${where}: choices belong to kind 'choice'`);
        if (p.kind === 'choice' && !p.required && !p.choices.includes(p.initial))
          fail(`${where}: initial is no choice`);
        for (const term of p.where?.rule.split(/ [&|] /) ?? []) {
          const [, name, choices] = /^!?(\w+)(?:=(.+))?$/.exec(term) ?? [];
          const param = r.params.find((other) => other.name === name);
          const input = r.inputs?.find((other) => other.name === name);
          if (name === p.name || !(param || input)) fail(`${where}: where speaks of '${term}'`);
          if (choices?.split(',').some((choice) => !param?.choices?.includes(choice)))
            fail(`${where}: where speaks of '${term}'`);
        }
      }
    }
  }
  unique(
    describe.precisionMethods.map((m) => m.id),
    'precisionMethods',
  );
  for (const m of describe.precisionMethods)
    keys(
      m,
      ['id', 'title', 'doc', 'source', 'arithmetic', 'operands', 'table', 'iterated', 'exactTo'],
      [],
      `precisionMethods.${m.id}`,
    );
  keys(
    describe.singleWave,
    ['sine', 'cosine', 'turn', 'smallTurn', 'unit', 'leading', 'trailingBits', 'noChannel'],
    [],
    'singleWave',
  );
  keys(describe.limits, ['fewestUniformRows', 'rowsOfAnAnchor', 'mostKeptBias', 'fittedSizes'], [], 'limits');
  return describe;
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
