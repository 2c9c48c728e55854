/**
 * A pad to draw a signal on [0, 1) with values in [-1, 1], by pointer or keyboard. Left and right select a value, up
 * and down change it.
 */
import { svg } from '../widgets/svg.js';
import { h } from '../kit/dom.js';
import { short } from '../widgets/format.js';

export interface Drawing {
  readonly element: HTMLElement;
  set(values: readonly number[]): void;
}

const drawingWidth = 320;
const drawingHeight = 120;
const step = 0.05;

export function drawing(onInput: (values: readonly number[], final: boolean) => void): Drawing {
  let values: readonly number[] = [0];
  let at = 0;
  let last: { item: number; y: number } | undefined;
  const line = svg('path', { class: 'curve series-0', fill: 'none' });
  const dot = svg('circle', { class: 'mark-ring series-0', r: 4 });
  const pad = svg(
    'svg',
    {
      class: 'drawing-pad',
      viewBox: `0 0 ${drawingWidth} ${drawingHeight}`,
      role: 'slider',
      tabindex: 0,
      'aria-label': 'Signal to learn: left and right choose a place, up and down its value',
      'aria-valuemin': -1,
      'aria-valuemax': 1,
    },
    svg('line', { class: 'drawing-zero', x1: 0, x2: drawingWidth, y1: drawingHeight / 2, y2: drawingHeight / 2 }),
    line,
    dot,
  );
  pad.addEventListener('pointerdown', (event) => {
    pad.setPointerCapture(event.pointerId);
    last = undefined;
    stroke(event);
  });
  pad.addEventListener('pointermove', (event) => {
    if (pad.hasPointerCapture(event.pointerId)) stroke(event);
  });
  pad.addEventListener('pointerup', () => {
    if (last !== undefined) onInput(values, true);
    last = undefined;
  });
  pad.addEventListener('keydown', (event) => {
    const across = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const up = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (across === 0 && up === 0) return;
    event.preventDefault();
    at = (at + across + values.length) % values.length;
    if (up === 0) draw();
    else change([[at, values[at]! + up * step]], true);
  });

  return {
    element: h('div', { class: 'drawing' }, pad),
    set(next) {
      values = next;
      draw();
    },
  };

  /** Interpolates the values between two events of a quick stroke. */
  function stroke(event: PointerEvent): void {
    const box = pad.getBoundingClientRect();
    const item = Math.max(
      0,
      Math.min(values.length - 1, Math.floor(((event.clientX - box.left) / box.width) * values.length)),
    );
    const y = 1 - (2 * (event.clientY - box.top)) / box.height;
    const from = last ?? { item, y };
    const count = Math.abs(item - from.item);
    change(
      Array.from({ length: count + 1 }, (_, k) => {
        const share = count === 0 ? 1 : k / count;
        return [from.item + Math.sign(item - from.item) * k, from.y + share * (y - from.y)] as const;
      }),
      false,
    );
    at = item;
    last = { item, y };
  }

  function change(patch: readonly (readonly [number, number])[], final: boolean): void {
    const next = [...values];
    for (const [item, y] of patch) next[item] = Math.round(100 * Math.max(-1, Math.min(1, y))) / 100;
    values = next;
    draw();
    onInput(values, final);
  }

  function draw(): void {
    const x = (i: number): number => ((i + 0.5) / values.length) * drawingWidth;
    const y = (v: number): number => drawingHeight / 2 - v * (drawingHeight / 2 - 6);
    line.setAttribute('d', `M${values.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join('L')}`);
    at = Math.min(at, values.length - 1);
    dot.setAttribute('cx', String(x(at)));
    dot.setAttribute('cy', String(y(values[at]!)));
    pad.setAttribute('aria-valuenow', String(values[at]));
    pad.setAttribute('aria-valuetext', `${short(values[at]!)} at ${short(at / values.length)}`);
  }
}
