/**
 * Numbers that follow each other in time. Nothing moves before Play is pressed; with reduced motion, each press
 * advances one step.
 */
import { h, html } from '../../kit/html.js';
import { short } from '../../widgets/format.js';
import type { InputSpec } from '../protocol.js';

type Played = Extract<InputSpec, { input: 'range' | 'number' | 'play' }>;

export function playElement(id: string, spec: Played, begin: number, change: (value: number) => void): HTMLElement[] {
  const { label, min, max, step, rate = 10 } = spec;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let value = begin;
  let timer: ReturnType<typeof setInterval> | undefined;
  const name = new Text(still ? 'Step' : 'Play');
  const told = html`<output for=${id}>${short(value)}</output>`;
  const set = (next: number): void => {
    value = next;
    slider.value = String(next);
    told.textContent = short(next);
    change(next);
  };
  const forward = (): void => {
    if (!button.isConnected) return stop();
    set(value + step > max + step / 1e6 ? min : value + step);
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    if (!still) name.data = 'Play';
  };
  const press = (): void => {
    if (still) return forward();
    if (timer !== undefined) return stop();
    timer = setInterval(forward, 1000 / rate);
    name.data = 'Pause';
  };
  const drag = (): void => {
    stop();
    set(Number(slider.value));
  };
  const button = html`<button type="button" class="quiet" onclick=${press}>
    ${name}<span class="visually-hidden">${` ${label}`}</span>
  </button>`;
  const slider = h('input', { type: 'range', id, min, max, step, value, oninput: drag });
  return [button, slider, told];
}
