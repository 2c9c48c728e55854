/**
 * A box that always shows the number in use. Invalid input is marked while typing and reverted when the box loses
 * focus, with a message.
 */
import { h } from '../../kit/dom.js';
import { short } from '../../widgets/format.js';

export interface Limits {
  readonly min?: number;
  readonly max?: number;
}

/** @returns the box, its message, and a setter */
export function numberBox(
  attributes: Readonly<Record<string, string>>,
  begin: number,
  { min = -Infinity, max = Infinity }: Limits,
  take: (value: number) => void,
): { readonly box: HTMLInputElement; readonly said: HTMLElement; readonly set: (value: number) => void } {
  let inUse = begin;
  const said = h('p', { class: 'field-error', role: 'alert' });
  const within = min === -Infinity ? 'a number' : `from ${short(min)} to ${short(max)}`;
  const fits = (): boolean => {
    const value = Number(box.value);
    return box.value.trim() !== '' && Number.isFinite(value) && value >= min && value <= max;
  };
  const box: HTMLInputElement = h('input', {
    ...{ type: 'number', step: 'any', class: 'number-box small', value: begin, ...attributes },
    oninput() {
      const wrong = !fits();
      if (wrong) box.setAttribute('aria-invalid', 'true');
      else box.removeAttribute('aria-invalid');
      said.textContent = wrong && box.value !== '' ? `It must be ${within}.` : '';
    },
    onchange() {
      const typed = box.value.trim();
      const good = fits();
      said.textContent = good ? '' : `${typed === '' ? 'This' : typed} is not ${within}: ${short(inUse)} stays.`;
      if (good) take((inUse = Number(typed)));
      box.value = String(inUse);
      box.removeAttribute('aria-invalid');
    },
  });
  const set = (value: number): void => {
    box.value = String((inUse = value));
    box.removeAttribute('aria-invalid');
    said.textContent = '';
  };
  return { box, said, set };
}
