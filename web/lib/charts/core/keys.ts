/** Keys of all charts: arrows step, and with Shift pan or rotate; + and - zoom, 0 shows everything, S selects. */
import type { Move } from './kind.js';

export interface KeyActions {
  move(move: Move): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number): void;
  reset(): void;
  leave(): void;
  choose(): void;
  select(): void;
}

const moves: Readonly<Record<string, Move>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'farRight',
  PageDown: 'farLeft',
};
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const zoomStep = 1.5;

export function onKey(event: KeyboardEvent, act: KeyActions): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const arrow = arrows[event.key];
  const move = moves[event.key];
  if (event.shiftKey && arrow) act.pan(...arrow);
  else if (move) act.move(move);
  else if (event.key === '+' || event.key === '=') act.zoom(1 / zoomStep);
  else if (event.key === '-' || event.key === '_') act.zoom(zoomStep);
  else if (event.key === '0') act.reset();
  else if (event.key === 'Escape') act.leave();
  else if (event.key === 'Enter') act.choose();
  else if (event.key === 's' || event.key === 'S') act.select();
  else return;
  event.preventDefault();
}
