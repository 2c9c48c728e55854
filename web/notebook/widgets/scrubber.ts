/** Steps through the records of a training: a slider, and a play button. */
import { button } from '../kit/elements.js';
import { freshId, h } from '../kit/dom.js';
import { short } from './format.js';

/** Duration in ms to play all records. */
const playMs = 4000;

export function scrubber(label: string, onInput: (record: number) => void) {
  const id = freshId('scrub');
  const output = h('output', { for: id });
  const input = (): void => {
    stop();
    onInput(Number(slider.value));
  };
  const slider = h('input', { id, type: 'range', min: 0, max: 0, step: 1, class: 'slider', oninput: input });
  const play = button('Play', () => (timer === undefined ? start() : stop()));
  let count = 1;
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    element: h('div', { class: 'scrubber' }, h('label', { for: id }, label), slider, output, play),
    set(steps: ArrayLike<number>, record: number): void {
      count = steps.length;
      slider.max = String(count - 1);
      slider.value = String(record);
      const text = short(steps[record]!);
      slider.setAttribute('aria-valuetext', text);
      output.textContent = text;
    },
  };

  function start(): void {
    let record = Number(slider.value) >= count - 1 ? 0 : Number(slider.value);
    play.textContent = 'Pause';
    onInput(record);
    timer = setInterval(() => {
      record++;
      if (record >= count) stop();
      else onInput(record);
    }, playMs / count);
  }
  function stop(): void {
    if (timer !== undefined) clearInterval(timer);
    timer = undefined;
    play.textContent = 'Play';
  }
}
