/**
 * What stands before a notebook that came with a link or a file and has not run: what it is, how it differs from the
 * page's own, and the two ways on.
 */
import { lineDiff } from '../../lib/compare/line-diff.js';
import { h } from '../kit/dom.js';
import { button, fold } from '../kit/elements.js';
import { withUnseen } from './highlight.js';
import type { Cell, Notebook } from './format.js';
import { sameCell } from './model.js';
import { inPlainSight } from './plain-sight.js';

export interface ReviewActions {
  run(): void;
  /** Undefined where there is none. */
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
  const changes = [
    ...edited.map((cell) => {
      const before = known.get(cell.id)!;
      return { id: cell.id, what: ['changed', ...beside(before, cell)].join('; '), text: textDiff(before, cell) };
    }),
    ...fresh.map((cell) => ({ id: cell.id, what: 'new', text: lineDiff('', cell.value).replace(/^-\n/, '') })),
    ...gone.map((cell) => ({ id: cell.id, what: 'left out', text: lineDiff(cell.value, '').replace(/\n\+$/, '') })),
  ];
  const [title, moved] = original ? [renamed(original, notebook), reordered(original, notebook)] : [];
  const summary = original
    ? `Against “${original.title}” of this page: ${edited.length} ${edited.length === 1 ? 'cell' : 'cells'} changed, ${fresh.length} new, ${gone.length} left out.`
    : `This notebook is not one of this site. It has ${notebook.cells.length} ${notebook.cells.length === 1 ? 'cell' : 'cells'}; the source stands below.`;
  const run = inPlainSight(h('button', { type: 'button', class: 'primary' }), 'Run this notebook', () => actions.run());
  const differing = [
    ...[title, moved].map((said) => said !== undefined && h('p', {}, said)),
    ...changes.map(({ id, what, text }) =>
      h(
        'figure',
        { class: 'nb-diff' },
        h('figcaption', {}, `Cell ${id}, ${what}`),
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
    h('p', {}, summary, ' Cells run in a sandbox that reaches no network and nothing of this page.'),
    original && differs !== undefined ? fold('What differs', differing, { open: true }) : undefined,
    h('div', { class: 'toolbar' }, run, back),
  );
}

/** What a cell is beside its text. */
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

/** The order of the cells that both have. */
function reordered(original: Notebook, notebook: Notebook): string | undefined {
  const common = (one: Notebook, other: Notebook): string => {
    const there = new Set(other.cells.map(({ id }) => id));
    return one.cells.flatMap(({ id }) => (there.has(id) ? [id] : [])).join(', ');
  };
  const order = common(notebook, original);
  return order === common(original, notebook) ? undefined : `Its cells stand in another order: ${order}.`;
}

function diffElement(text: string): HTMLElement {
  const lines = text.split('\n').map((line) => {
    const kind = line.startsWith('+') ? 'ins' : line.startsWith('-') ? 'del' : 'span';
    return h(kind, {}, ...withUnseen(line), '\n');
  });
  return h('pre', { class: 'code', tabindex: 0, 'aria-label': 'Difference' }, ...lines);
}
