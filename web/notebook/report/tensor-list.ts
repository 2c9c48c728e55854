/** The tensors of a dropped checkpoint: one of them becomes a learned encoding. */
import type { StoredTensor } from 'posenc';
import type { DraftSpec } from '../state.js';
import { button } from '../kit/elements.js';
import { fill, h, html } from '../kit/html.js';
import { failureOf } from '../kit/errors.js';
import { job } from '../kit/job.js';

/** Maximum number of buttons; likely tables are first. */
const mostShown = 60;

/** @param refuse shows an error of a file; undefined clears it */
export function tensorList(
  take: (draft: DraftSpec, name: string) => void,
  refuse: (message: string | undefined) => void,
) {
  const work = job('Reading the checkpoint');
  const list = h('div', {});
  const element = h('div', { class: 'tensors stack gap-2', hidden: true }, work.element, list);
  return { element, open };

  function open(file: File): void {
    element.hidden = false;
    refuse(undefined);
    fill(list);
    work.run(
      async () => (await import('../widgets/checkpoint.js')).openTensors(file),
      (tensors) => show(file, tensors),
      (error) => refuse(`${file.name}: ${failureOf(error).message}`),
    );
  }

  function show(file: File, tensors: readonly StoredTensor[]): void {
    const readable = tensors.filter((tensor) => tensor.problem === undefined && tensor.rows * tensor.cols > 0);
    const first = readable[0];
    if (first === undefined) {
      refuse(`${file.name} has no tensor that is a table.`);
      return;
    }
    const rest = readable.length - mostShown;
    const item = (tensor: StoredTensor): HTMLElement =>
      html`<li>
        ${button(tensor.name || file.name, () => use(file, tensor), { 'data-tensor': tensor.name })}
        <span class="means"> ${tensor.rows} × ${tensor.cols}, ${tensor.dtype}</span>
      </li>`;
    fill(
      list,
      html`<h3>Tables in ${file.name}</h3>`,
      html`<ul class="tensor-list">
        ${readable.slice(0, mostShown).map(item)}
      </ul>`,
      rest > 0 && html`<p class="means">${rest} more are not shown.</p>`,
    );
    // Opens the only table, or one named like positions, automatically.
    if (readable.length === 1 || first.looksLikePositions) use(file, first);
  }

  function use(file: File, tensor: StoredTensor): void {
    work.run(
      () => tensor.data(),
      (data) => {
        refuse(undefined);
        for (const one of list.querySelectorAll('button'))
          one.setAttribute('aria-pressed', String(one.dataset['tensor'] === tensor.name));
        const values = Array.from(data);
        take({ encoding: 'learned', dim: tensor.cols, count: tensor.rows, values }, tensor.name || file.name);
      },
      (error) => refuse(failureOf(error).message),
    );
  }
}
