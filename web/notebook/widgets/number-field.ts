/**
 * A number as slider and as box: the slider for feeling, the box for exactness. The box takes any
 * number, also one the slider cannot reach; what is wrong with it the library says, not the box.
 */
import { fill, freshId, h } from './dom.js';
import { emptyField } from './errors.js';
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
  /** `final` is false while a slider is still being dragged. */
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
  const id = freshId('number');
  const box = h('input', {
    id,
    type: 'number',
    step: 'any',
    class: 'number-box',
    inputmode: 'decimal',
    name,
    autocomplete: 'off',
    placeholder: options.optional ? 'not set' : undefined,
  });
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: steps,
    step: 1,
    'aria-label': `${label}, slider`,
    class: 'slider',
  });
  const { element, setError: showError } = labelled({
    id,
    name,
    label,
    doc: options.doc,
    control: [slider, box],
    focus: box,
  });

  slider.addEventListener('input', () => fromSlider(false));
  slider.addEventListener('change', () => fromSlider(true));
  slider.addEventListener('keydown', (event) => {
    const by = arrows[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    oneOn(by);
  });
  box.addEventListener('input', () => fromBox(false));
  box.addEventListener('change', () => fromBox(true));
  return { element, name, set, setError };

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
  /** The next round number in a direction: steps of the slider in between are rounded to the one that stands there. */
  function oneOn(by: number): void {
    const now = box.value === '' ? Number.NaN : Number(box.value);
    for (let at = Number(slider.value) + by; at >= 0 && at <= steps; at += by) {
      if ((nice(valueAt(at / steps)) - now) * by <= 0) continue;
      slider.value = String(at);
      return fromSlider(true);
    }
  }
  function fromBox(final: boolean): void {
    // An empty box with bad input is text that is no number: NaN, which the library refuses.
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
   * Sizes go in eighths of a power of two, and in multiples of the least one, since an odd width, or one that does not divide
   * among the axes, is refused; other log scales in two digits: round numbers to land on.
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

interface LabelledOptions {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly doc?: string | undefined;
  readonly control: readonly HTMLElement[];
  readonly focus: HTMLElement;
  readonly inline?: boolean;
}
/** A control with its label, its explanation and a place for an error, all tied together for screen readers. */
export function labelled(options: LabelledOptions): {
  element: HTMLElement;
  setError: (message: string | undefined) => void;
} {
  const { id, name, label, doc, control, focus } = options;
  const docId = `${id}-doc`;
  const errorId = `${id}-error`;
  const error = h('p', { class: 'field-error', id: errorId, role: 'alert' });
  const element = h(
    'div',
    { class: options.inline ? 'field inline' : 'field', 'data-field': name },
    h('label', { for: id }, label),
    h('div', { class: 'field-control' }, ...control),
    doc ? h('p', { class: 'field-doc', id: docId }, ...said(doc)) : undefined,
    error,
  );
  if (doc) focus.setAttribute('aria-describedby', docId);
  return {
    element,
    setError(message) {
      if ((error.textContent ?? '') !== (message ?? '')) fill(error, message ?? '');
      element.classList.toggle('invalid', message !== undefined);
      if (message === undefined) {
        focus.removeAttribute('aria-invalid');
        if (doc) focus.setAttribute('aria-describedby', docId);
        else focus.removeAttribute('aria-describedby');
      } else {
        focus.setAttribute('aria-invalid', 'true');
        focus.setAttribute('aria-describedby', doc ? `${errorId} ${docId}` : errorId);
      }
    },
  };
}
