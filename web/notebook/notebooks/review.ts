/**
 * Review of a notebook from a link or file before it runs: its origin and a diff against the site's version. The reader
 * can run it or open the original.
 */
import { lineDiff } from '../../lib/compare/line-diff.js';
import { h } from '../kit/dom.js';
import { button, fold } from '../kit/elements.js';
import { withUnseen } from './highlight.js';
import type { Cell, Notebook } from './format.js';
import { numbersOf } from './cell-numbers.js';
import { sameCell } from './model.js';
import { inPlainSight } from './plain-sight.js';

export interface ReviewActions {
  run(): void;
  /** Undefined if there is no original. */
  readonly original: (() => void) | undefined;
}

export function review(
  source: string,
  notebook: Notebook,
  original: Notebook | undefined,
  actions: ReviewActions,
): HTMLElement {
  const known = new Map(original?.cells.map((cell) => [cell.id, cell]));
  const fresh = notebook.cells.filter((cell) => !known.has(cell.id));
  const edited = notebook.cells.filter((cell) => known.has(cell.id) && !sameCell(cell, known.get(cell.id)!));
  const ids = new Set(notebook.cells.map((cell) => cell.id));
  const gone = original?.cells.filter((cell) => !ids.has(cell.id)) ?? [];
  const numbers = numbersOf(notebook.cells);
  const before = numbersOf(original?.cells ?? []);
  const called = ({ id, mode }: Cell): string =>
    `Cell ${numbers.get(id) ?? `${before.get(id)} of the original`}${mode === 'python' ? ' in Python' : ''}`;
  const changes = [
    ...edited.map((cell) => {
      const was = known.get(cell.id)!;
      return { cell, what: ['changed', ...beside(was, cell)].join('; '), text: textDiff(was, cell) };
    }),
    ...fresh.map((cell) => ({ cell, what: 'new', text: lineDiff('', cell.value).replace(/^-\n/, '') })),
    ...gone.map((cell) => ({ cell, what: 'left out', text: lineDiff(cell.value, '').replace(/\n\+$/, '') })),
  ];
  const [title, moved] = original ? [renamed(original, notebook), reordered(original, notebook)] : [];
  const summary = original
    ? `Against “${original.title}” of this page: ${edited.length} ${edited.length === 1 ? 'cell' : 'cells'} changed, ${fresh.length} new, ${gone.length} left out.`
    : `This notebook is not one of this site. It has ${notebook.cells.length} ${notebook.cells.length === 1 ? 'cell' : 'cells'}; the source stands below.`;
  const run = inPlainSight(h('button', { type: 'button', class: 'primary' }), 'Run this notebook', () => actions.run());
  const differing = [
    ...[title, moved].map((said) => said !== undefined && h('p', {}, said)),
    ...changes.map(({ cell, what, text }) =>
      h(
        'figure',
        { class: 'nb-diff' },
        h('figcaption', {}, `${called(cell)}, ${what}`),
        text !== undefined && diffElement(text),
      ),
    ),
  ];
  const differs = title ?? moved ?? changes[0];
  const back = actions.original && button('Open the original', actions.original, { class: undefined });
  return h(
    'section',
    { class: 'nb-review stack gap-4', 'aria-labelledby': 'review-title' },
    h('h2', { id: 'review-title' }, `This notebook came with ${source}. Nothing of it has run.`),
    h('p', {}, summary, ' Cells run in a sandbox without access to the network or to this page.'),
    original && differs !== undefined ? fold('What differs', differing, { open: true }) : undefined,
    h('div', { class: 'toolbar' }, run, back),
  );
}

/** Changes of a cell other than its text. */
function beside(before: Cell, { mode, pinned, hidden }: Cell): string[] {
  return [
    ...(mode === before.mode ? [] : [`it was ${before.mode} and is ${mode}`]),
    ...(pinned === before.pinned ? [] : [`its source is ${pinned ? 'shown' : 'folded away'}`]),
    ...(hidden === before.hidden ? [] : [`its value is ${hidden ? 'not shown by itself' : 'shown'}`]),
  ];
}
const textDiff = (before: Cell, { value }: Cell): string | undefined =>
  value === before.value ? undefined : lineDiff(before.value, value);

const renamed = (original: Notebook, { title }: Notebook): string | undefined =>
  title === original.title ? undefined : `Its title is “${title}”, not “${original.title}”.`;

/** The order of the cells that both have, by number in the original. */
function reordered(original: Notebook, notebook: Notebook): string | undefined {
  const numbers = numbersOf(original.cells);
  const ids = new Set(notebook.cells.map(({ id }) => id));
  const common = (one: Notebook) => one.cells.map(({ id }) => id).filter((id) => ids.has(id) && numbers.has(id));
  const order = common(notebook);
  if (order.join() === common(original).join()) return undefined;
  const named = [...new Set(order.map((id) => numbers.get(id)))];
  return `Its cells stand in another order; by their numbers in the original: ${named.join(', ')}.`;
}

function diffElement(text: string): HTMLElement {
  const lines = text.split('\n').map((line) => {
    const kind = line.startsWith('+') ? 'ins' : line.startsWith('-') ? 'del' : 'span';
    return h(kind, {}, ...withUnseen(line), '\n');
  });
  return h('pre', { class: 'code', tabindex: 0, 'aria-label': 'Difference' }, ...lines);
}
