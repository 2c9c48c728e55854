/**
 * A guess before the answer is shown. It is final: the reader sets it, confirms it, and then sees it next to the
 * answer.
 */
import { button } from '../../kit/elements.js';
import { freshId, h, html } from '../../kit/html.js';
import { short } from '../../widgets/format.js';
import type { InputSpec } from '../protocol.js';

type Spec = Extract<InputSpec, { input: 'predict' | 'predictOne' }>;

/** @param set value from a link or an earlier visit; an invalid one counts as no guess */
export function predictElement(spec: Spec, set: unknown, change: (value: number) => void): HTMLElement {
  const made = guessOf(spec, set);
  const id = freshId('predict');
  let guess = made;
  const control = spec.input === 'predict' ? numberControl(spec, id, made, take) : choiceControl(spec, id, made, take);
  // explains why the button is disabled
  const asked = spec.input === 'predict' ? 'Move the slider to your guess.' : 'Choose one first.';
  const said = html`<p class="nb-guess" role="status" tabindex="-1">${asked}</p>`;
  const bind = button('This is my guess', commit, { class: 'primary', disabled: true });
  const group = html`<fieldset class="nb-input predict">
    <legend>${spec.label || 'Your guess'}</legend>
    ${control} ${bind} ${said}
  </fieldset>` as HTMLFieldSetElement;
  if (made !== undefined) show(made);
  return group;

  function take(value: number): void {
    guess = value;
    bind.disabled = false;
    said.textContent = '';
  }
  function commit(): void {
    if (guess === undefined) return;
    show(guess);
    change(guess);
  }
  function show(value: number): void {
    group.dataset['made'] = '';
    for (const input of control.querySelectorAll('input')) input.disabled = true;
    const focused = document.activeElement === bind;
    bind.remove();
    if (focused) said.focus(); // the button was removed
    said.textContent = `Your guess: ${spec.input === 'predict' ? short(value) : spec.options[value]}.`;
  }
}

function guessOf(spec: Spec, set: unknown): number | undefined {
  if (typeof set !== 'number') return undefined;
  if (spec.input === 'predictOne') return spec.options[set] === undefined ? undefined : set;
  return set >= spec.min && set <= spec.max ? set : undefined;
}

function numberControl(
  { min, max, step }: Extract<Spec, { input: 'predict' }>,
  id: string,
  made: number | undefined,
  take: (value: number) => void,
): HTMLElement {
  const value = made ?? (min + max) / 2;
  const shown = html`<output for=${id}>${short(value)}</output>`;
  const slider: HTMLInputElement = h('input', {
    ...{ type: 'range', id, min, max, step, value, 'aria-label': `Your guess, ${short(min)} to ${short(max)}` },
    oninput() {
      shown.textContent = short(Number(slider.value));
      take(Number(slider.value));
    },
  });
  return html`<div class="nb-guess-number flow">${slider} ${shown}</div>`;
}

function choiceControl(
  { options }: Extract<Spec, { input: 'predictOne' }>,
  id: string,
  made: number | undefined,
  take: (value: number) => void,
): HTMLElement {
  return html`<div class="nb-guess-choice flow">
    ${options.map(
      (text, i) =>
        html`<label>
          <input type="radio" name=${id} checked=${i === made} onchange=${() => take(i)} /><span>${text}</span>
        </label>`,
    )}
  </div>`;
}
