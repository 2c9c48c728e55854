/** Common elements of all pages. */
import { say } from '../say.js';
import { type Attributes, type Content, freshId, h } from './dom.js';

export function button(label: Content, onclick: (event: Event) => void, given: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', class: 'quiet', onclick, ...given }, label);
}

/** A toggle button; `isPressed` is re-evaluated when a signal changes. */
export const toggle = (label: Content, isPressed: () => boolean, onclick: () => void, given: Attributes = {}) =>
  button(label, onclick, { 'aria-pressed': () => String(isPressed()), ...given });

/** A button that copies text and announces it. @param instead advice if the browser forbids copying */
export function copyButton(
  label: string,
  text: () => string,
  copied: () => string,
  instead: () => string,
  given?: Attributes,
): HTMLButtonElement {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      return say(`This browser allows no copying by a button${instead()}.`);
    }
    made.textContent = 'Copied';
    say(copied());
    setTimeout(() => (made.textContent = label), 1500);
  };
  const made = button(label, () => void copy(), given);
  return made;
}

type Titled = readonly [value: string, title: string];
/** @param chosen the selected value, re-evaluated when a signal changes */
export const option = ([value, title]: Titled, chosen?: () => unknown): HTMLOptionElement =>
  h('option', { value, ...(chosen && { selected: () => chosen() === value }) }, title);
export const select = (
  options: readonly Titled[],
  given: Attributes,
  onchange: (value: string) => void,
  chosen?: () => unknown,
): HTMLSelectElement => {
  const change = ({ currentTarget }: Event): void => onchange((currentTarget as HTMLSelectElement).value);
  return h(
    'select',
    { ...given, onchange: change },
    options.map((one) => option(one, chosen)),
  );
};

/** A labelled control, with further content below it. */
export function field(name: string, label: Content, control: HTMLElement, more?: Content, kind = 'field'): HTMLElement {
  control.id ||= freshId(name);
  const around = h('div', { class: 'field-control' }, control);
  return h('div', { class: kind, 'data-field': name }, h('label', { for: control.id }, label), around, more);
}

/** A labelled checkbox; `isChecked` is re-evaluated when a signal changes. */
export function check(
  label: Content,
  name: string,
  isChecked: () => boolean,
  change: (is: boolean) => void,
): HTMLElement {
  const onchange = ({ currentTarget }: Event): void => change((currentTarget as HTMLInputElement).checked);
  return h('label', { class: 'check' }, h('input', { type: 'checkbox', name, checked: isChecked, onchange }), label);
}

/** An invisible file input, clicked by a button. @param take called for each chosen file, even the same file again */
export function fileInput(label: string, accept: string, take: (file: File) => void): HTMLInputElement {
  const onchange = (): void => {
    const [file] = made.files ?? [];
    made.value = '';
    if (file) take(file);
  };
  const hidden = { type: 'file', class: 'visually-hidden', tabindex: -1 };
  const made: HTMLInputElement = h('input', { ...hidden, accept, 'aria-label': label, onchange });
  return made;
}

/** Collapsible content. */
export const fold = (summary: Content, content: Content, given: Attributes = { class: 'settings' }) =>
  h('details', given, h('summary', {}, summary), content);

export function figure(chart: string | undefined, title: Content, ...content: readonly Content[]): HTMLElement {
  const id = freshId('figure');
  return h('figure', { 'data-chart': chart, 'aria-labelledby': id }, h('h3', { id }, title), ...content);
}
