/**
 * Generates TypeScript types and their comments from rows of the C++ registries, for gen.mjs.
 */
import { packed, quote, width } from './layout.mjs';

/** `{ encoding: 'rope', dim: number, … }` with a comment for each parameter. */
export function specInterface(row, discriminator, suffix, more = []) {
  return [
    comment([`${row.title}. ${row.citation}`]),
    `export interface ${pascal(row.id)}${suffix} {`,
    `  readonly ${discriminator}: ${quote(row.id)};`,
    ...parameters(row.params),
    ...more,
    '}\n',
  ].join('\n');
}

/** The lines of an interface, with a comment for each. */
export function parameters(params) {
  return params.flatMap((param) => [
    member(
      [param.doc, limits(param), param.where ? `Only where ${param.where.words}.` : ''],
      param.name,
      type(param),
      param.required,
    ),
  ]);
}

/** A member of an interface with its comment, on one line if it fits. */
export function member(sentences, name, type, required) {
  const said = comment(sentences, '  ');
  const declared = `readonly ${name}${required ? `: ${type}` : `?: ${type} | undefined`};`;
  const line = `${said} ${declared}`;
  return said.includes('\n') || line.length > width ? `${said}\n  ${declared}` : line;
}

export function union(name, rows, suffix) {
  const all = rows.map((row) => `| ${pascal(row.id)}${suffix}`);
  return `export type ${name} =\n${packed(all, '  ').join('\n')};`;
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

export function comment(sentences, indent = '') {
  const words = sentences
    .filter(Boolean)
    .map((s) => (/[.!?]$/.test(s) ? s : `${s}.`))
    .join(' ')
    .replaceAll('*/', '* /')
    .split(/\s+/);
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width - 7 - indent.length)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return `${indent}/** ${lines.join(`\n${indent} * `)} */`;
}

export const pascal = (id) => id.replace(/(^|-)([a-z0-9])/g, (_, __, c) => c.toUpperCase());
