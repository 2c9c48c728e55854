/** A canvas with two halves and a divider between them, moved by mouse, finger or arrow keys. */
import { effect, signal } from '@preact/signals-core';
import { h, html } from '../kit/html.js';
import type { Frame } from './picture.js';

const [least, most] = [0.1, 0.9];
/** Duration of a fade in ms. */
const fading = 600;

export interface Halves {
  readonly element: HTMLElement;
  /** Draws a frame. @param fades from the previous picture */
  show(frame: Frame, fades?: boolean): void;
}

/** @param names of the halves */
export function halves(names: { readonly left: () => string; readonly right: () => string }): Halves {
  const canvas = h('canvas', { width: 1024, height: 768, 'aria-hidden': 'true' });
  const context = canvas.getContext('2d')!;
  const [left, right, before] = Array.from({ length: 3 }, () => h('canvas').getContext('2d')!) as [
    CanvasRenderingContext2D,
    CanvasRenderingContext2D,
    CanvasRenderingContext2D,
  ];
  const share = signal(0.5);
  let fadeEnd = 0;
  const set = (value: number): void => {
    share.value = Math.min(most, Math.max(least, value));
  };
  const steps: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => set(share.value - 0.05),
    ArrowRight: () => set(share.value + 0.05),
    Home: () => set(least),
    End: () => set(most),
  };
  const handle = html`<div
    class="divider"
    role="slider"
    tabindex="0"
    aria-label="Divider"
    aria-valuemin="10"
    aria-valuemax="90"
    aria-valuenow=${() => String(Math.round(share.value * 100))}
    aria-valuetext=${() => `${Math.round(share.value * 100)} % ${names.left()}`}
    onkeydown=${(event: Event) => {
      const step = steps[(event as KeyboardEvent).key];
      if (!step) return;
      event.preventDefault();
      step();
    }}
  ></div>`;
  const element = html`<div class="halves">
    ${canvas}<span class="half-name" data-half="left">${names.left}</span
    ><span class="half-name" data-half="right">${names.right}</span>${handle}
  </div>`;
  const byPointer = (event: PointerEvent): void => {
    const box = element.getBoundingClientRect();
    set((event.clientX - box.left) / box.width);
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    byPointer(event);
    handle.focus({ preventScroll: true });
  });
  element.addEventListener('pointermove', (event) => element.hasPointerCapture(event.pointerId) && byPointer(event));

  effect(() => {
    element.style.setProperty('--share', `${share.value * 100}%`);
    paint();
  });

  /** Fastest channels at the divider: the left half is mirrored. */
  function paint(): void {
    const { width, height } = canvas;
    const middle = Math.round(share.peek() * width);
    context.imageSmoothingEnabled = false;
    if (left.canvas.width === 0) return;
    context.save();
    context.translate(middle, 0);
    context.scale(-1, 1);
    context.drawImage(left.canvas, 0, 0, middle, height);
    context.restore();
    context.drawImage(right.canvas, middle, 0, width - middle, height);
    const rest = (fadeEnd - performance.now()) / fading;
    if (rest <= 0) return;
    context.globalAlpha = Math.min(1, rest);
    context.drawImage(before.canvas, 0, 0);
    context.globalAlpha = 1;
    requestAnimationFrame(paint);
  }

  function show({ exact, rounded }: Frame, fades = false): void {
    if (fades) {
      before.canvas.width = canvas.width;
      before.canvas.height = canvas.height;
      before.drawImage(canvas, 0, 0);
      fadeEnd = performance.now() + fading;
    }
    for (const [half, image] of [
      [left, exact],
      [right, rounded],
    ] as const) {
      half.canvas.width = image.width;
      half.canvas.height = image.height;
      half.putImageData(image, 0, 0);
    }
    paint();
  }
  return { element, show };
}
