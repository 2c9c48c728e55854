/**
 * What stands before a notebook that came with a link or a file and has not run: what it is, how it differs from the
 * page's own, and the two ways on.
 */
import { lineDiff } from '../../lib/compare/line-diff.js';
import { h } from '../kit/dom.js';
import { button, fold } from '../kit/elements.js';
import { withUnseen } from './highlight.js';
import type { Notebook } from './format.js';
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
    ...edited.map((cell) => ({ id: cell.id, what: 'changed', text: lineDiff(known.get(cell.id)!.value, cell.value) })),
    ...fresh.map((cell) => ({ id: cell.id, what: 'new', text: lineDiff('', cell.value).replace(/^-\n/, '') })),
    ...gone.map((cell) => ({ id: cell.id, what: 'left out', text: lineDiff(cell.value, '').replace(/\n\+$/, '') })),
  ];
  const summary = original
    ? `Against “${original.title}” of this page: ${edited.length} ${edited.length === 1 ? 'cell' : 'cells'} changed, ${fresh.length} new, ${gone.length} left out.`
    : `This notebook is not one of this site. It has ${notebook.cells.length} ${notebook.cells.length === 1 ? 'cell' : 'cells'}; the source stands below.`;
  const run = inPlainSight(h('button', { type: 'button', class: 'primary' }), 'Run this notebook', () => actions.run());
  const differing = changes.map(({ id, what, text }) =>
    h('figure', { class: 'nb-diff' }, h('figcaption', {}, `Cell ${id}, ${what}`), diffElement(text)),
  );
  const back = actions.original && button('Open the original', actions.original, { class: undefined });
  return h(
    'section',
    { class: 'nb-review stack gap-4', 'aria-labelledby': 'review-title' },
    h('h2', { id: 'review-title' }, `This notebook came with ${source}. Nothing of it has run.`),
    h('p', {}, summary, ' Cells run in a sandbox that reaches no network and nothing of this page.'),
    original && changes.length > 0 ? fold('What differs', differing, { open: true }) : undefined,
    h('div', { class: 'toolbar' }, run, back),
  );
}

function diffElement(text: string): HTMLElement {
  const lines = text.split('\n').map((line) => {
    const kind = line.startsWith('+') ? 'ins' : line.startsWith('-') ? 'del' : 'span';
    return h(kind, {}, ...withUnseen(line), '\n');
  });
  return h('pre', { class: 'code', tabindex: 0, 'aria-label': 'Difference' }, ...lines);
}
