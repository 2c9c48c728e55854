/**
 * Pieces of TypeScript source made from rows of the C++ registries; gen.mjs puts them together.
 */

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
    comment([param.doc, limits(param), param.where ? `Only where ${param.where.words}.` : ''], '  '),
    param.required
      ? `  readonly ${param.name}: ${type(param)};`
      : `  readonly ${param.name}?: ${type(param)} | undefined;`,
    ...(param.formerly === undefined
      ? []
      : [
          `  /** @deprecated The name of \`${param.name}\` before; only one of both can be given. */`,
          `  readonly ${param.formerly}?: ${type(param)} | undefined;`,
        ]),
  ]);
}

export function union(name, rows, suffix) {
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
    if (last !== undefined && last.length + word.length < 94 - indent.length)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length === 1) return `${indent}/** ${lines[0]} */`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n');
}

export const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
export const pascal = (id) => id.replace(/(^|-)([a-z0-9])/g, (_, __, c) => c.toUpperCase());

/**
 * A JSON value as a TypeScript literal, laid out in at most 100 columns; but what holds only plain values, such as a
 * parameter, stands in one line where that is shorter than 320, so that a change of it is one changed line.
 */
export function literal(value, level = 0) {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value !== 'object') return String(value);
  const list = Array.isArray(value);
  const items = list
    ? value.map((item) => literal(item, level + 1))
    : Object.keys(value).map((key) => `${key}: ${literal(value[key], level + 1)}`);
  const [open, close] = list ? ['[', ']'] : ['{', '}'];
  const flat = list ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`;
  if (items.length === 0) return open + close;
  if (!flat.includes('\n') && flat.length + 2 * level < (isPlain(value) ? 320 : 90)) return flat;
  const pad = '  '.repeat(level + 1);
  return `${open}\n${items.map((item) => `${pad}${item},`).join('\n')}\n${'  '.repeat(level)}${close}`;
}

/** Nothing in it holds anything but numbers and texts. */
function isPlain(value) {
  const flat = (item) => item === null || typeof item !== 'object';
  return Object.values(value).every((item) => flat(item) || Object.values(item).every(flat));
}
