/**
 * A number as slider and box. The box accepts any number, also outside the slider's range; the library validates it.
 */
import { fill, freshId, h, html } from '../kit/html.js';
import { emptyField } from '../kit/errors.js';
import { said } from './said.js';

export interface NumberFieldOptions {
  readonly name: string;
  readonly label: string;
  readonly doc?: string;
  readonly min: number;
  readonly max: number;
  readonly log?: boolean;
  readonly integer?: boolean;
  /** An empty box means "not given" instead of being an error. */
  readonly optional?: boolean;
  /** `final` is false while a slider is being dragged. */
  readonly onInput: (value: number | undefined, final: boolean) => void;
}
export interface Field<T> {
  readonly element: HTMLElement;
  readonly name: string;
  set(value: T): void;
  setError(message: string | undefined): void;
}

const steps = 1000;
const arrows: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

export function numberField(options: NumberFieldOptions): Field<number | undefined> {
  const { name, label, integer = false, log = false } = options;
  const box = h('input', {
    ...{ type: 'number', step: 'any', class: 'number-box', inputmode: 'decimal', name, autocomplete: 'off' },
    ...{ placeholder: options.optional ? 'not set' : undefined },
    ...{ oninput: () => fromBox(false), onchange: () => fromBox(true) },
  });
  const slider = h('input', {
    ...{ type: 'range', min: 0, max: steps, step: 1, 'aria-label': `${label}, slider`, class: 'slider' },
    ...{ oninput: () => fromSlider(false), onchange: () => fromSlider(true) },
    onkeydown: (event) => byKey(event as KeyboardEvent),
  });
  const { setError: showError, ...shell } = labelled(name, label, options.doc, [slider, box]);
  return { ...shell, set, setError };

  function byKey(event: KeyboardEvent): void {
    const by = arrows[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    oneOn(by);
  }

  function set(value: number | undefined): void {
    if (document.activeElement !== box) box.value = value === undefined || Number.isNaN(value) ? '' : String(value);
    place(value);
  }
  function setError(message: string | undefined): void {
    const empty = message !== undefined && box.value === '';
    showError(empty ? emptyField(message, box.validity.badInput ? 'is no number' : 'is empty') : message);
  }
  function place(value: number | undefined): void {
    slider.value = String(value === undefined || Number.isNaN(value) ? 0 : Math.round(steps * share(value)));
    slider.setAttribute('aria-valuetext', value === undefined ? 'not set' : String(value));
  }
  function fromSlider(final: boolean): void {
    const value = nice(valueAt(Number(slider.value) / steps));
    box.value = String(value);
    slider.setAttribute('aria-valuetext', String(value));
    options.onInput(value, final);
  }
  /** Moves to the next rounded value; slider steps that round to the current one are skipped. */
  function oneOn(by: number): void {
    const now = box.value === '' ? Number.NaN : Number(box.value);
    for (let at = Number(slider.value) + by; at >= 0 && at <= steps; at += by) {
      if ((nice(valueAt(at / steps)) - now) * by <= 0) continue;
      slider.value = String(at);
      return fromSlider(true);
    }
  }
  function fromBox(final: boolean): void {
    // An empty box with bad input contains text: NaN, which the library rejects.
    const empty = box.value === '';
    const value = empty ? (options.optional && !box.validity.badInput ? undefined : Number.NaN) : Number(box.value);
    place(value);
    options.onInput(value, final);
  }

  function share(value: number): number {
    const { min, max } = options;
    const t = log ? Math.log(Math.max(value, min) / min) / Math.log(max / min) : (value - min) / (max - min);
    return Math.max(0, Math.min(1, t));
  }
  function valueAt(t: number): number {
    const { min, max } = options;
    return log ? min * (max / min) ** t : min + (max - min) * t;
  }
  /**
   * Rounds to convenient values. Sizes use eighths of a power of two in multiples of the minimum, since odd or
   * indivisible widths are rejected. Other log scales use two digits.
   */
  function nice(value: number): number {
    const bounded = (v: number): number => Math.max(options.min, Math.min(options.max, v));
    if (!log) return bounded(integer ? Math.round(value) : Number(value.toPrecision(4)));
    if (!integer) return bounded(Number(value.toPrecision(2)));
    const least = Math.max(1, options.min);
    const unit = least * Math.max(1, Math.round(2 ** (Math.floor(Math.log2(value)) - 2) / least));
    return bounded(Math.round(value / unit) * unit);
  }
}

/**
 * A control with label, description and error message, associated for screen readers.
 * @param controls the label names the last one
 */
export function labelled(
  name: string,
  label: string,
  doc: string | undefined,
  controls: readonly HTMLElement[],
  kind = 'field',
): Omit<Field<unknown>, 'set'> {
  const focus = controls[controls.length - 1]!;
  const id = (focus.id = freshId(name));
  const [docId, errorId] = [`${id}-doc`, `${id}-error`];
  const error = html`<p class="field-error" id=${errorId} role="alert"></p>`;
  const element = html`<div class=${kind} data-field=${name}>
    <label for=${id}>${label}</label>
    <div class="field-control">${controls}</div>
    ${doc ? html`<p class="field-doc" id=${docId}>${said(doc)}</p>` : undefined}${error}
  </div>`;
  if (doc) focus.setAttribute('aria-describedby', docId);
  return {
    ...{ element, name },
    setError(message) {
      if ((error.textContent ?? '') !== (message ?? '')) fill(error, message);
      element.classList.toggle('invalid', message !== undefined);
      const described = [message !== undefined && errorId, doc && docId].filter(Boolean).join(' ');
      if (message === undefined) focus.removeAttribute('aria-invalid');
      else focus.setAttribute('aria-invalid', 'true');
      if (described === '') focus.removeAttribute('aria-describedby');
      else focus.setAttribute('aria-describedby', described);
    },
  };
}
