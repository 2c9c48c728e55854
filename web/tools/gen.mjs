/**
 * Writes web/lib/generated/encodings.ts from what the native program `describe` prints.
 *
 *   describe | node web/tools/gen.mjs            rewrite the file
 *   describe | node web/tools/gen.mjs --check    exit 1 when the file is not up to date
 *
 * `--in file.json` reads a file instead of standard input. The same input always gives the same
 * bytes, so the committed file can be compared with a fresh one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const target = fileURLToPath(new URL('../lib/generated/encodings.ts', import.meta.url));

const header = `/**
 * Written by web/tools/gen.mjs from the C++ registry (src/encodings/registry.cpp). Do not edit.
 *
 * A spec is plain JSON. Parameters that are left out take the default of the registry.
 */
import type { EncodingInfo, PrecisionMethodInfo, ScalingInfo } from '../registry.js';
`;

/** TypeScript source for a describe document. */
export function generate(describe) {
  const { errorCodes, bands, encodings, scalings, precisionMethods } = checked(describe);
  return [
    header,
    `/** The closed list of error codes. */\nexport const errorCodes = ${literal(errorCodes)} as const;`,
    `export type ErrorCode = (typeof errorCodes)[number];\n`,
    `/** What a context extension did to a pair of channels; a report's band is an index into it. */\nexport const bands = ${literal(bands)} as const;\n`,
    ...scalings.map((row) => specInterface(row, 'type', 'Scaling')),
    union('ScalingSpec', scalings, 'Scaling'),
    `export type ScalingId = ScalingSpec['type'];\n`,
    ...encodings.map((row) => specInterface(row, 'encoding', 'Spec')),
    union('EncodingSpec', encodings, 'Spec'),
    `export type EncodingId = EncodingSpec['encoding'];\n`,
    `/** Context extensions of rotary frequencies, in display order. */\nexport const scalings: readonly ScalingInfo[] = ${literal(scalings)};\n`,
    `/** Every encoding, in display order. */\nexport const encodings: readonly EncodingInfo[] = [`,
    ...encodings.map((row) => `  ${encodingRow(row)},`),
    `];\n`,
    `export type PrecisionMethodId =\n${precisionMethods.map(({ id }) => `  | ${quote(id)}`).join('\n')};\n`,
    `/** Ways that others compute angles, in display order. */\nexport const precisionMethods: readonly (PrecisionMethodInfo & { readonly id: PrecisionMethodId })[] = ${literal(precisionMethods)};\n`,
  ].join('\n');
}

function encodingRow(row) {
  const text = literal(row, 1);
  return row.scalable ? text.replace(/,?\n {2}\}$/, ',\n    scalings,\n  }') : text;
}

/** `{ encoding: 'rope', dim: number, … }` with a comment for each parameter. */
function specInterface(row, discriminator, suffix) {
  const scaling = row.scalable
    ? ['  /** Context extension; by default none. */', '  readonly scaling?: ScalingSpec | undefined;']
    : [];
  return [
    comment([`${row.title}. ${row.citation}`]),
    `export interface ${pascal(row.id)}${suffix} {`,
    `  readonly ${discriminator}: ${quote(row.id)};`,
    ...row.params.flatMap((param) => [
      comment([param.doc, limits(param)], '  '),
      param.required
        ? `  readonly ${param.name}: ${type(param)};`
        : `  readonly ${param.name}?: ${type(param)} | undefined;`,
    ]),
    ...scaling,
    '}\n',
  ].join('\n');
}

function union(name, rows, suffix) {
  return [`export type ${name} =`, ...rows.map((row) => `  | ${pascal(row.id)}${suffix}`)].join('\n') + ';';
}

function type(param) {
  switch (param.kind) {
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'numbers':
      return 'readonly number[] | Float64Array';
    case 'choice':
      return param.choices.map(quote).join(' | ');
  }
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
  const words = sentences
    .filter(Boolean)
    .map((s) => (/[.!?]$/.test(s) ? s : `${s}.`))
    .join(' ')
    .replaceAll('*/', '* /')
    .split(/\s+/);
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 94 - indent.length)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length === 1) return `${indent}/** ${lines[0]} */`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n');
}

const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const pascal = (id) => id.replace(/(^|-)([a-z0-9])/g, (_, __, c) => c.toUpperCase());

/** A JSON value as a TypeScript literal, laid out in at most 100 columns. */
function literal(value, level = 0) {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value !== 'object') return String(value);
  const list = Array.isArray(value);
  const items = list
    ? value.map((item) => literal(item, level + 1))
    : Object.keys(value).map((key) => `${key}: ${literal(value[key], level + 1)}`);
  const [open, close] = list ? ['[', ']'] : ['{', '}'];
  const flat = list ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`;
  if (items.length === 0) return open + close;
  if (!flat.includes('\n') && flat.length + 2 * level < 90) return flat;
  const pad = '  '.repeat(level + 1);
  return `${open}\n${items.map((item) => `${pad}${item},`).join('\n')}\n${'  '.repeat(level)}${close}`;
}

/** Fails on anything that the rest of this file, or the shapes of registry.ts, do not expect. */
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
  keys(describe, ['errorCodes', 'bands', 'encodings', 'scalings', 'precisionMethods'], [], 'the document');
  unique(describe.errorCodes, 'errorCodes');
  const row = ['id', 'title', 'formula', 'citation', 'params'];
  for (const [list, required, optional] of [
    ['encodings', [...row, 'family', 'axes', 'stages', 'scalable'], ['note']],
    ['scalings', row, ['hfType']],
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
          ['initial', 'min', 'max', 'minExclusive', 'slider', 'choices', 'maxLength'],
          where,
        );
        if (!/^[a-z][A-Za-z0-9]*$/.test(p.name) || ['encoding', 'type', 'scaling'].includes(p.name))
          fail(`${where}: bad name`);
        if (!['integer', 'number', 'boolean', 'choice', 'numbers'].includes(p.kind))
          fail(`${where}: bad kind ${p.kind}`);
        if ((p.kind === 'choice') !== Array.isArray(p.choices)) fail(`${where}: choices belong to kind 'choice'`);
        if (p.kind === 'choice' && !p.required && !p.choices.includes(p.initial))
          fail(`${where}: initial is no choice`);
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
  return describe;
}

function main() {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, in: { type: 'string' } } });
  const text = generate(JSON.parse(readFileSync(values.in ?? 0, 'utf8')));
  const old = (() => {
    try {
      return readFileSync(target, 'utf8');
    } catch {
      return '';
    }
  })();
  if (old === text) return;
  if (values.check) {
    console.error('web/lib/generated/encodings.ts does not match the C++ registry: run npm run gen');
    process.exitCode = 1;
    return;
  }
  writeFileSync(target, text);
  console.error('wrote web/lib/generated/encodings.ts');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
