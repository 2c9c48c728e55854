/** An input of a cell as the page's own control. */
import { freshId, h } from '../../widgets/dom.js';
import { short } from '../../widgets/format.js';
import type { InputSpec, InputValue } from '../protocol.js';

export type Change = (value: InputValue) => void;

export function inputElement(spec: InputSpec, set: InputValue | undefined, change: Change): HTMLElement {
  const id = freshId('input');
  const labelled = (...controls: readonly Node[]): HTMLElement =>
    h('div', { class: `nb-input ${spec.input}` }, h('label', { for: id }, spec.label || spec.input), ...controls);
  switch (spec.input) {
    case 'range':
    case 'number': {
      const { min, max, step } = spec;
      const value = typeof set === 'number' ? set : spec.value;
      const box = h('input', { id, type: 'number', class: 'number-box small', min, max, step: 'any', value });
      const take = (text: string): void => {
        const next = Number(text);
        if (text !== '' && next >= min && next <= max) change(next);
      };
      box.addEventListener('change', () => {
        if (slider) slider.value = box.value;
        take(box.value);
      });
      const slider =
        spec.input === 'range' &&
        h('input', { type: 'range', min, max, step, value, 'aria-label': `${spec.label}, slider` });
      if (!slider) return labelled(box);
      slider.addEventListener('input', () => {
        box.value = slider.value;
        take(slider.value);
      });
      box.title = `${short(min)} to ${short(max)}`;
      return labelled(slider, box);
    }
    case 'select': {
      const chosen = typeof set === 'number' ? set : spec.value;
      const menu = h(
        'select',
        { id, on: { change: () => change(menu.selectedIndex) } },
        ...spec.options.map((text, i) => h('option', { selected: i === chosen }, text)),
      );
      return labelled(menu);
    }
    case 'text': {
      const value = typeof set === 'string' ? set : spec.value;
      const box = h('input', {
        id,
        type: 'text',
        class: 'text-box',
        value,
        placeholder: spec.placeholder,
        autocomplete: 'off',
      });
      box.addEventListener('change', () => change(box.value));
      return labelled(box);
    }
    case 'toggle': {
      const box = h('input', { id, type: 'checkbox' });
      box.checked = typeof set === 'boolean' ? set : spec.value;
      box.addEventListener('change', () => change(box.checked));
      return labelled(box);
    }
    case 'matrix':
      return matrixElement(spec, set, change);
    case 'file': {
      const box = h('input', { id, type: 'file', accept: spec.accept || undefined });
      box.addEventListener('change', () => {
        const [file] = box.files ?? [];
        if (file) void file.arrayBuffer().then((bytes) => change({ name: file.name, bytes }));
      });
      return labelled(box);
    }
  }
}

function matrixElement(
  spec: Extract<InputSpec, { input: 'matrix' }>,
  set: InputValue | undefined,
  change: Change,
): HTMLElement {
  const { rows, cols, label } = spec;
  const given = Array.isArray(set) && set.length === rows * cols ? (set as readonly number[]) : spec.value;
  const values = [...given];
  const cell = (row: number, col: number): HTMLElement => {
    const at = row * cols + col;
    const box = h('input', {
      type: 'number',
      step: 'any',
      class: 'number-box small',
      value: String(values[at]),
      'aria-label': `row ${row}, column ${col}`,
    });
    box.addEventListener('change', () => {
      const next = Number(box.value);
      if (box.value === '' || !Number.isFinite(next)) return;
      values[at] = next;
      change([...values]);
    });
    return h('td', {}, box);
  };
  return h(
    'fieldset',
    { class: 'nb-input matrix' },
    h('legend', {}, label || 'Matrix'),
    h(
      'div',
      { class: 'nb-scroll', tabindex: 0, role: 'group', 'aria-label': label || 'Matrix' },
      h(
        'table',
        {},
        h(
          'tbody',
          {},
          ...Array.from({ length: rows }, (_, row) =>
            h('tr', {}, ...Array.from({ length: cols }, (__, col) => cell(row, col))),
          ),
        ),
      ),
    ),
  );
}
