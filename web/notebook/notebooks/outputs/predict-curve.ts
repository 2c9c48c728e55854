/**
 * A curve that the reader draws before the answer is shown, with a pointer or value by value with arrow keys. Each
 * value is an invisible native slider; the curve shows it. Like other guesses (predict.ts) it is final.
 */
import '../../style/notebook-plots.css';
import { button } from '../../kit/elements.js';
import { h, html } from '../../kit/html.js';
import { short } from '../../widgets/format.js';
import type { InputSpec } from '../protocol.js';
import { type Place, PlotElement, crowded } from './plot.js';

/** Distance in pixels within which a pointer moves a place. */
const reach = 12;

type Spec = Extract<InputSpec, { input: 'predictCurve' }>;

/** @param set value from a link or an earlier visit; an invalid one counts as no guess */
export function predictCurveElement(spec: Spec, set: unknown, change: (values: number[]) => void): HTMLElement {
  const { label, xs, min, max, step } = spec;
  const place = spec.x || 'place';
  const made = guessOf(spec, set);
  const sliders = xs.map(slider);
  let chosen = 0;
  /** The current drag has set a place. */
  let touched = false;
  const values = (): number[] => sliders.map(({ value }) => Number(value));
  const picture = new PlotElement({ xs, min, max, label: spec.x, even: crowded(xs) }, (plot) => {
    const now = values();
    return [plot.curve(now), ...now.map((value, i) => plot.dot(i, value, i === chosen && !bound()))];
  });
  const now = html`<p class="nb-plot-now aside" aria-hidden="true"></p>`;
  const said = html`<p class="nb-guess" role="status" tabindex="-1"></p>`;
  const help = html`<p class="nb-plot-help aside">
    Draw the curve, or take the arrow keys: left and right go from place to place, up and down change the value.
  </p>`;
  const keep = button('Keep this guess', commit, { class: 'primary', disabled: true });
  const group = html`<fieldset class="nb-input predict curve">
    <legend>${label || 'Your guess'}</legend>
    <div class="nb-plot">${picture.element}${sliders}</div>
    ${now} ${help} ${keep} ${said}
  </fieldset>` as HTMLFieldSetElement;
  if (made) show(made);
  else {
    picture.follow(drawTo, leave);
    choose(0);
  }
  picture.draw();
  return group;

  function bound(): boolean {
    return group.dataset['made'] !== undefined;
  }
  function slider(x: number, i: number): HTMLInputElement {
    return h('input', {
      ...{ type: 'range', class: 'visually-hidden', min, max, step, value: made?.[i] ?? (min + max) / 2 },
      ...{ 'aria-label': `${place} ${short(x)}`, onfocus: () => choose(i), oninput: () => changed(i) },
      onkeydown(event) {
        const { key } = event as KeyboardEvent;
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
        event.preventDefault();
        sliders[i + (key === 'ArrowLeft' ? -1 : 1)]?.focus();
      },
    });
  }
  /** Only one slider is in the tab order (roving tabindex). */
  function choose(i: number): void {
    chosen = i;
    sliders.forEach((one, at) => (one.tabIndex = at === i ? 0 : -1));
    tell();
  }
  function changed(i: number): void {
    chosen = i;
    keep.disabled = false;
    tell();
  }
  function tell(): void {
    const value = Number(sliders[chosen]!.value);
    sliders[chosen]!.setAttribute('aria-valuetext', short(value));
    now.textContent = `${place} ${short(xs[chosen]!)}: ${short(value)}`;
    picture.draw();
  }
  /** Sets the places that the pointer passes or is near; a drag that continues next to a place does not change it. */
  function drawTo(to: Place, before: Place | undefined): void {
    const { plot } = picture;
    if (!before) touched = false;
    const from = before ?? to;
    for (const [i, one] of sliders.entries()) {
      const share = (plot.xAt(i) - from.x) / (to.x - from.x);
      const near = i === to.index && Math.abs(plot.xAt(i) - to.x) <= reach;
      if (!near && !(share >= 0 && share <= 1)) continue;
      one.value = String(near ? to.value : from.value + share * (to.value - from.value));
      touched = true;
      choose(i);
      changed(i);
    }
  }
  /** A click sets the nearest place. */
  function leave({ index, value }: Place): void {
    if (touched) return;
    sliders[index]!.value = String(value);
    choose(index);
    changed(index);
  }
  function commit(): void {
    const guess = values();
    show(guess);
    change(guess);
    picture.draw();
  }
  function show(guess: readonly number[]): void {
    const focused = document.activeElement === keep;
    group.dataset['made'] = '';
    for (const one of sliders) one.disabled = true;
    for (const one of [keep, help, now]) one.remove();
    if (focused) said.focus(); // the button was removed
    said.textContent = `Your guess: ${guess.map(short).join(', ')}.`;
  }
}

function guessOf({ xs, min, max }: Spec, set: unknown): readonly number[] | undefined {
  if (!Array.isArray(set) || set.length !== xs.length) return undefined;
  const fits = (set as readonly unknown[]).every((one) => typeof one === 'number' && one >= min && one <= max);
  return fits ? (set as readonly number[]) : undefined;
}
