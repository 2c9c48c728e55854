/**
 * The closed set of outputs: each kind has a function that makes elements from data. Strings become text nodes; nothing
 * from a cell becomes markup.
 */
import { fill, h } from '../../kit/dom.js';
import { short } from '../../widgets/format.js';
import { messageOf } from '../../kit/errors.js';
import { lazyMount as nearby } from '../../widgets/lazy-mount.js';
import { reachable, scroller } from '../../widgets/reachable.js';
import { lateTex } from '../late-tex.js';
import type { InputValue, InspectedValue, Made, Output, RunNow } from '../protocol.js';
import { type Tree, treeNode } from '../tree.js';
import { formulaOf, keyOf } from '../../kit/formulas.js';
import { unbroken } from '../unbroken.js';
import { numberOf } from '../cell-numbers.js';
import { chartElement } from './chart.js';
import { columnTexts } from './column.js';
import { type ExerciseActions, exerciseElement } from './exercise.js';
import { inputElement } from './input.js';

/** Maximum rows of a table; the rest is counted. Wide tables are limited by their number of cells. */
const mostDrawn = 100;
const drawnCells = 2000;
/** Height of the row under a chart. */
const footHeight = 32;

export interface OutputActions extends ExerciseActions {
  set(index: number, value: InputValue): void;
  tell(index: number, value: RunNow): void;
}

export function outputElement(output: Output, actions: OutputActions): HTMLElement {
  switch (output.kind) {
    case 'text':
      return h('pre', { class: 'nb-text' }, output.text);
    case 'markdown':
      return proseElement(output.text);
    case 'tex':
      return later('nb-prose', async (place) => {
        const made = formulaOf(keyOf(output.text, output.display));
        const tree = made ?? (await lateTex())(output.text, output.display);
        place.replaceChildren(treeNode(tree));
      });
    case 'value':
      return valueElement(output.value, output.name);
    case 'table':
      return tableElement(output);
    case 'chart': {
      const place = later(
        output.half ? 'nb-chart nb-half' : 'nb-chart',
        async (at) => fill(at, await chartElement(output)),
        output.made,
      );
      const { height, tools } = output.options as { readonly height?: number; readonly tools?: unknown };
      if (height !== undefined) place.style.minHeight = `${height + (tools === false ? 0 : footHeight)}px`;
      return place;
    }
    case 'view':
      return viewPlace(output, actions);
    case 'image': {
      const address = URL.createObjectURL(new Blob([output.bytes as Uint8Array<ArrayBuffer>], { type: output.type }));
      const forget = (): void => URL.revokeObjectURL(address);
      return h('img', { class: 'nb-image', src: address, alt: output.alt, onload: forget, onerror: forget });
    }
    case 'check':
      return checkElement(output);
    case 'input': {
      const { spec, value: set } = output;
      const change = (value: InputValue): void => actions.set(output.index, value);
      if (spec.input !== 'predictCurve') return inputElement(spec, set, change);
      return later('nb-late-curve', async (at) => {
        const { predictCurveElement } = await import('./predict-curve.js');
        fill(at, predictCurveElement(spec, set, change));
      });
    }
    case 'exercise':
      return exerciseElement(output, proseElement, actions);
  }
}

/** Heights of figures, in rem, which are kept until they are there; on a phone most are higher. */
const roomOf: Readonly<Record<string, number>> = {
  ...{ lock: 36, ideas: 27, clock: 25, row: 24 },
  ...{ picture: 37, cards: 29, keep: 39 },
};

/** Loads the code of the view and the library when the reader is near. */
function viewPlace(output: Extract<Output, { kind: 'view' }>, { tell }: OutputActions): HTMLElement {
  const { view, of, index, made } = output;
  const figure = view === 'figure' ? String(of['name']) : undefined;
  const place = h('div', { class: `nb-view ${view}`, 'data-figure': figure });
  if (figure !== undefined) place.style.minHeight = `${innerWidth < 544 ? 43 : (roomOf[figure] ?? 33)}rem`;
  nearby(place, async () => {
    const { viewElement } = await import('../views/index.js');
    const element = await viewElement(output, (now) => index !== undefined && tell(index, now)).catch(
      (error: unknown) => faultElement(error, made),
    );
    return () => {
      place.style.minHeight = '';
      fill(place, element);
    };
  });
  return place;
}

const known = new Map<string, readonly Tree[]>();
/** Registers prose parsed by the build, by its text. */
export function addProse(prose: Readonly<Record<string, readonly Tree[]>>): void {
  for (const [text, trees] of Object.entries(prose)) known.set(text, trees);
}

function proseElement(text: string): HTMLElement {
  const trees = known.get(text);
  if (trees) return proseOfTrees(trees);
  return later('nb-prose', async (place) => {
    place.replaceChildren(...proseOfTrees(await proseOf(text)).childNodes);
  });
}

/** Wide formulas scroll, by keyboard as well. */
export function proseOfTrees(trees: readonly Tree[]): HTMLElement {
  const made = h('div', { class: 'nb-prose' }, ...trees.map(treeNode));
  for (const formula of made.querySelectorAll('.tex.display')) reachable(formula, 'Formula');
  return made;
}

/** Parses TeX only if the build did not know it. */
async function proseOf(text: string): Promise<Tree[]> {
  const { markdownTree } = await import('../markdown.js');
  let unknown = false;
  const trees = markdownTree(text, (tex, display) => {
    const made = formulaOf(keyOf(tex, display));
    unknown ||= made === undefined;
    return made ?? '';
  });
  return unknown ? markdownTree(text, await lateTex()) : trees;
}

/** A placeholder while code loads. */
function later(name: string, make: (place: HTMLElement) => Promise<void>, made?: Made): HTMLElement {
  const place = h('div', { class: name });
  make(place).catch((error: unknown) => fill(place, faultElement(error, made)));
  return place;
}
function faultElement(error: unknown, made: Made | undefined): HTMLElement {
  const where = made && (() => ` (cell ${numberOf(made[0])}, line ${made[1]})`);
  return h('p', { class: 'fault', role: 'alert' }, messageOf(error), where);
}

function checkElement({ claim, value, expected, passes }: Extract<Output, { kind: 'check' }>): HTMLElement {
  const wanted = h('code', { title: expected }, expected.split(' ± ').map(brief).join(' ± '));
  const compared = passes && value === expected ? [] : [` ${passes ? 'within' : 'expected'} `, wanted];
  const holds = h('span', { class: 'visually-hidden' }, passes ? 'holds: ' : 'does not hold: ');
  return h(
    'div',
    { class: `nb-check ${passes ? 'passes' : 'fails'}`, 'data-passes': String(passes) },
    h('span', { class: 'nb-check-sign', 'aria-hidden': 'true' }, passes ? '✓' : '✗'),
    h('span', { class: 'nb-check-claim' }, claim),
    h('span', { class: 'nb-check-value fine' }, holds, h('code', { title: value }, brief(value)), ...compared),
  );
}

/** A number with few digits; its title has all of them. */
const brief = (text: string): string =>
  /^-?\d/.test(text) && Number.isFinite(Number(text)) ? short(Number(text)) : text;

function tableElement({ columns, rows, total }: Extract<Output, { kind: 'table' }>): HTMLElement {
  const texts = columns.map((_, at) => columnTexts(rows.map((row) => row[at] ?? '')));
  const cell = (value: string | number | boolean, row: number, column: number): HTMLElement =>
    typeof value === 'number'
      ? h('td', { class: 'number' }, h('data', { value: String(value), title: String(value) }, texts[column]![row]!))
      : h('td', {}, String(value));
  const drawnRows = Math.max(10, Math.min(mostDrawn, Math.floor(drawnCells / Math.max(1, columns.length))));
  const drawn = rows.slice(0, drawnRows).map((row, r) => h('tr', {}, ...row.map((value, c) => cell(value, r, c))));
  const number = (at: number): boolean => rows.length > 0 && rows.every((row) => typeof row[at] === 'number');
  const head = columns.map((name, at) =>
    h('th', { scope: 'col', class: number(at) ? 'number' : undefined }, unbroken(name)),
  );
  // without the kit, whose table module would load on a first visit
  const whole = h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, drawn));
  const place = scroller('nb-table', 'Table', whole);
  if (total <= drawnRows) return place;
  return h('div', {}, place, h('p', { class: 'nb-more fine' }, `The first ${drawnRows} of ${short(total)} rows.`));
}

/** A value with its content collapsed. */
function valueElement(value: InspectedValue, name = ''): HTMLElement {
  return h('div', { class: 'nb-value' }, ...inspected(value, name === '' ? undefined : name, true));
}

function inspected({ type, text, entries, more = 0 }: InspectedValue, name: string | undefined, open: boolean): Node[] {
  const head = [
    ...(name === undefined ? [] : [h('span', { class: 'nb-key' }, `${name}: `)]),
    h('span', { class: `nb-${type}` }, text),
  ];
  if (!entries) return [h('div', { class: 'nb-line' }, ...head)];
  const leaves = entries.every(([, one]) => !one.entries);
  const brief = entries.length <= 12 && leaves && more === 0;
  const [left, right] = type === 'list' ? ['[', ']'] : ['{', '}'];
  if (brief) {
    const inside = entries.flatMap(([key, one], i) => [
      i > 0 ? ', ' : '',
      type === 'list' ? '' : h('span', { class: 'nb-key' }, `${key}: `),
      h('span', { class: `nb-${one.type}` }, one.text),
    ]);
    return [h('div', { class: 'nb-line' }, ...head, ` ${left}`, ...inside, right)];
  }
  const body = h(
    'div',
    { class: 'nb-inside' },
    ...entries.flatMap(([key, one]) => inspected(one, key, false)),
    more > 0 && h('div', { class: 'nb-line nb-empty' }, `… ${more} more`),
  );
  return [h('details', { open }, h('summary', {}, ...head, ` ${left}…${right}`), body)];
}
