/**
 * A slider and a button that animate a chart's position. Nothing moves before the button is pressed. The button is
 * absent if the user prefers reduced motion.
 */
import { h } from './elements.js';
import type { Player } from './kind.js';

export interface PlayerControl {
  readonly element: HTMLElement;
  set(value: number): void;
  stop(): void;
}

/** Duration of a full run. */
const seconds = 20;

export function playerControl(
  { name, from, to, step }: Player,
  chart: string,
  move: (value: number) => void,
): PlayerControl {
  const label = `${name} in ${chart}`;
  const slider = h('input', { type: 'range', min: from, max: to, step, value: from, 'aria-label': label });
  const output = h('output', {});
  const button = h('button', { type: 'button' });
  const says = (verb: string): void => {
    button.textContent = verb;
    button.ariaLabel = `${verb} ${chart}`;
  };
  says('Play');
  button.hidden = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let frame = 0;
  let last = 0;
  let value = from;
  const show = (next: number): void => {
    value = next;
    slider.value = String(next);
    output.textContent = `${name} ${Math.round(next / step) * step}`;
  };
  slider.addEventListener('input', () => {
    show(Number(slider.value));
    move(value);
  });
  button.addEventListener('click', () => (frame === 0 ? start() : stop()));
  show(from);
  return { element: h('div', { class: 'player' }, button, slider, output), set: show, stop };

  function start(): void {
    says('Stop');
    last = performance.now();
    frame = requestAnimationFrame(turn);
  }
  function turn(now: number): void {
    const next = value + ((to - from) * (now - last)) / 1000 / seconds;
    last = now;
    show(next > to ? from : next);
    move(value);
    frame = requestAnimationFrame(turn);
  }
  function stop(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    says('Play');
  }
}
