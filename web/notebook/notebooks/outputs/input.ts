/** An input of a cell as a control. */
import { freshId, h, html } from '../../kit/html.js';
import { short } from '../../widgets/format.js';
import type { InputSpec, InputValue } from '../protocol.js';
import { predictElement } from './predict.js';
import { numberBox } from './number-box.js';
import { playElement } from './play.js';

export type Change = (value: InputValue) => void;

const box = (event: Event): HTMLInputElement => event.target as HTMLInputElement;

/** @param spec any input except the curve, which loads on demand (output.ts) */
export function inputElement(
  spec: Exclude<InputSpec, { input: 'predictCurve' }>,
  set: InputValue | undefined,
  change: Change,
): HTMLElement {
  const id = freshId('input');
  const { input, label } = spec;
  const labelled = (...controls: readonly HTMLElement[]): HTMLElement =>
    html`<div class="nb-input ${input}"><label for=${id}>${label || input}</label>${controls}</div>`;
  const group = (...controls: readonly HTMLElement[]): HTMLElement =>
    html`<fieldset class="nb-input ${input}">
      <legend>${label || input}</legend>
      ${controls}
    </fieldset>`;
  switch (spec.input) {
    case 'range':
    case 'number': {
      const { min, max, step } = spec;
      const value = typeof set === 'number' ? set : spec.value;
      const limits = { min: String(min), max: String(max), title: `${short(min)} to ${short(max)}` };
      const number = numberBox({ id, ...limits }, value, { min, max }, (next) => {
        slider.value = String(next);
        change(next);
      });
      const slider: HTMLInputElement = h('input', {
        ...{ type: 'range', min, max, step, value, 'aria-label': `${label}, slider` },
        oninput() {
          number.set(Number(slider.value));
          change(Number(slider.value));
        },
      });
      return labelled(...(spec.input === 'range' ? [slider] : []), number.box, number.said);
    }
    case 'play':
      return labelled(...playElement(id, spec, typeof set === 'number' ? set : spec.value, change));
    case 'select': {
      const chosen = typeof set === 'number' ? set : spec.value;
      const option = (text: string, i: number): HTMLElement => html`<option selected=${i === chosen}>${text}</option>`;
      const choose = ({ target }: Event): void => change((target as HTMLSelectElement).selectedIndex);
      return labelled(
        html`<select id=${id} onchange=${choose}>
          ${spec.options.map(option)}
        </select>`,
      );
    }
    case 'radio': {
      const chosen = typeof set === 'number' ? set : spec.value;
      const option = (text: string, i: number): HTMLElement =>
        html`<label>
          <input type="radio" name=${id} checked=${i === chosen} onchange=${() => change(i)} /><span>${text}</span>
        </label>`;
      return group(...spec.options.map(option));
    }
    case 'checkbox': {
      const ticked = new Set(Array.isArray(set) ? (set as readonly number[]) : spec.value);
      const tick = (i: number, is: boolean): void => {
        if (is) ticked.add(i);
        else ticked.delete(i);
        change([...ticked].sort((a, b) => a - b));
      };
      const option = (text: string, i: number): HTMLElement =>
        html`<label>
          <input type="checkbox" checked=${ticked.has(i)} onchange=${(event: Event) => tick(i, box(event).checked)} />
          <span>${text}</span>
        </label>`;
      return group(...spec.options.map(option));
    }
    case 'button': {
      let times = typeof set === 'number' ? set : spec.value;
      return html`<div class="nb-input button">
        <button type="button" onclick=${() => change(++times)}>${label}</button>
      </div>`;
    }
    case 'text': {
      const { placeholder } = spec;
      const value = typeof set === 'string' ? set : spec.value;
      const onchange = (event: Event): void => change(box(event).value);
      const attributes = { type: 'text', class: 'text-box', id, placeholder, autocomplete: 'off' };
      return labelled(h('input', { ...attributes, value, onchange }));
    }
    case 'color': {
      const value = typeof set === 'string' ? set : spec.value;
      const take = (event: Event): void => change(box(event).value);
      return labelled(html`<input type="color" id=${id} value=${value} onchange=${take} />`);
    }
    case 'toggle': {
      const checked = typeof set === 'boolean' ? set : spec.value;
      const take = (event: Event): void => change(box(event).checked);
      return labelled(html`<input type="checkbox" id=${id} checked=${checked} onchange=${take} />`);
    }
    case 'matrix':
      return group(matrixElement(spec, set, change));
    case 'predict':
    case 'predictOne':
      return predictElement(spec, set, change);
    case 'file': {
      const take = (event: Event): void => {
        const [file] = box(event).files ?? [];
        if (file) void file.arrayBuffer().then((bytes) => change({ name: file.name, bytes }));
      };
      return labelled(html`<input type="file" id=${id} accept=${spec.accept || undefined} onchange=${take} />`);
    }
  }
}

function matrixElement(
  { rows, cols, label, value }: Extract<InputSpec, { input: 'matrix' }>,
  set: InputValue | undefined,
  change: Change,
): HTMLElement {
  const values = [...(Array.isArray(set) && set.length === rows * cols ? (set as readonly number[]) : value)];
  const cell = (row: number, col: number): HTMLElement => {
    const at = row * cols + col;
    const entry = numberBox({ 'aria-label': `row ${row}, column ${col}` }, values[at]!, {}, (next) => {
      values[at] = next;
      change([...values]);
    });
    return h('td', {}, entry.box, entry.said);
  };
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${label || 'Matrix'}>
    <table>
      <tbody>
        ${numbers(rows).map(
          (row) =>
            html`<tr>
              ${numbers(cols).map((col) => cell(row, col))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
