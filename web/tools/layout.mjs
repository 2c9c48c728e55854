/**
 * Formats rows of the registries as TypeScript. A parameter or text has one line of any length, so that a change of it
 * is one changed line; short items share lines. Rows repeat common text, since repeated text compresses better than
 * references to a shared constant.
 */

/** Columns of a line with several items, as in .prettierrc. */
export const width = 120;
/** Items of a list that are shorter share lines. */
const short = 40;

export const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/** A JSON value on one line. */
export function literal(value) {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value !== 'object') return String(value);
  return flat(Array.isArray(value) ? array(value.map(literal)) : object(Object.entries(value).map(field)));
}

const field = ([key, value]) => `${key}: ${literal(value)}`;
export const array = (items) => ({ open: '[', items, close: ']' });
export const object = (items) => ({ open: '{ ', items, close: ' }' });
const flat = ({ open, items, close }) =>
  items.length === 0 ? open.trim() + close.trim() : open + items.join(', ') + close;

/** Values as items of a list. */
export const literals = (values) => array(values.map(literal));

/** Joins strings into lines of less than `width` columns. */
export function packed(items, pad) {
  const lines = [];
  for (const item of items)
    if (`${lines.at(-1)} ${item}`.length < width && lines.length > 0) lines[lines.length - 1] += ` ${item}`;
    else lines.push(pad + item);
  return lines;
}

/** The lines of a list: short items share lines, each long item has its own. */
export function lined(items, pad) {
  const runs = [];
  for (const item of items)
    if (item.length < short && runs.at(-1)?.short) runs.at(-1).items.push(`${item},`);
    else runs.push({ short: item.length < short, items: [`${item},`] });
  return runs.flatMap((run) => packed(run.items, pad));
}

/** `name = [`, the items as `lined` arranges them, `]`. */
export const list = (name, items) => [`${name} = [`, ...lined(items, '  '), '];\n'].join('\n');

/**
 * `{ id: 'rope', params: [`, lines of them, `], family: 'rotary' }`.
 * @param written functions by key that format a value as a list of strings
 */
export function record(row, written, pad, name = '') {
  const fields = Object.entries(row).map(([key, value]) => ({
    key,
    ...(written[key]?.(value) ?? { text: literal(value) }),
  }));
  const texts = fields.map(({ key, text, ...items }) => `${key}: ${text ?? flat(items)}`);
  const whole = `${name}{ ${texts.join(', ')} }`;
  if (pad.length + whole.length < width) return whole;
  const lines = [`${pad}${name}{`];
  const put = (text) => {
    if (`${lines.at(-1)} ${text}`.length < width) lines[lines.length - 1] += ` ${text}`;
    else lines.push(`${pad}  ${text}`);
  };
  for (const [i, { key, open, items, close }] of fields.entries()) {
    if (items === undefined || `${lines.at(-1)} ${texts[i]}`.length < width) put(`${texts[i]},`);
    else {
      put(`${key}: ${open.trim()}`);
      const from = /^ */.exec(lines.at(-1))[0];
      lines.push(...lined(items, `${from}  `), `${from}${close.trim()},`);
    }
  }
  return `${lines.join('\n').slice(pad.length, -1)} }`;
}
