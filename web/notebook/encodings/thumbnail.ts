/** The picture of a card: one matrix that fills it, or square ones side by side, on one canvas. */
import { effect, signal } from '@preact/signals-core';
import { colourLegend, colourMaps, paintCells, valueRange } from '../widgets/charts/index.js';
import { fill, h } from '../widgets/dom.js';
import { widthOf } from '../widgets/width.js';
import type { CardPicture } from './picture.js';

export interface Thumbnail {
  readonly element: HTMLElement;
  show(picture: CardPicture): void;
  /** The canvas as painted last; undefined before the first picture. */
  painted(): HTMLCanvasElement | undefined;
}

/** Height in units of the width. */
const shape = 0.5;
const gapWidth = 6;

export function thumbnail(title: string): Thumbnail {
  const canvas = h('canvas', { role: 'img', 'aria-label': `Picture of ${title}` });
  const legend = h('div', { class: 'card-legend' });
  const frame = h('div', { class: 'card-canvas' }, canvas);
  const shown = signal<CardPicture>();
  const width = widthOf(frame);
  effect(() => {
    const picture = shown.value;
    if (picture === undefined || width.value === 0) return;
    paint(canvas, picture, width.value);
    canvas.setAttribute('aria-label', `${title}: ${picture.caption}`);
    const map = mapOf(picture);
    fill(legend, colourLegend(map, rangeOf(picture), 200), masked(picture) && h('span', { class: 'masked' }, 'masked'));
  });
  return {
    element: h('div', {}, frame, legend),
    show(picture) {
      shown.value = picture;
    },
    painted: () => (shown.peek() === undefined ? undefined : canvas),
  };
}

function paint(canvas: HTMLCanvasElement, picture: CardPicture, width: number): void {
  const density = Math.min(2, window.devicePixelRatio || 1);
  const height = Math.round(width * shape);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser gave no 2-D canvas');
  const { tiles } = picture;
  const first = tiles[0];
  if (first === undefined) return;
  const map = mapOf(picture);
  const range = rangeOf(picture);
  if (!picture.square) {
    pen.putImageData(paintCells(first, canvas.width, canvas.height, map, range), 0, 0);
    return;
  }
  // As many columns as make the tiles largest.
  const ratio = first.cols / first.rows;
  let best = { side: 0, columns: 1 };
  for (let columns = 1; columns <= tiles.length; columns++) {
    const rows = Math.ceil(tiles.length / columns);
    const side = Math.min(
      (canvas.width - gapWidth * density * (columns - 1)) / (columns * ratio),
      (canvas.height - gapWidth * density * (rows - 1)) / rows,
    );
    if (side > best.side) best = { side, columns };
  }
  const [w, h0] = [Math.floor(best.side * ratio), Math.floor(best.side)];
  const rows = Math.ceil(tiles.length / best.columns);
  const gap = Math.round(gapWidth * density);
  const left = Math.floor((canvas.width - best.columns * w - (best.columns - 1) * gap) / 2);
  const top = Math.floor((canvas.height - rows * h0 - (rows - 1) * gap) / 2);
  tiles.forEach((tile, i) => {
    const x = left + (i % best.columns) * (w + gap);
    const y = top + Math.floor(i / best.columns) * (h0 + gap);
    pen.putImageData(paintCells(tile, w, h0, map, range), x, y);
  });
}

function mapOf(picture: CardPicture): (typeof colourMaps)[number] {
  const map = colourMaps.find((m) => m.id === picture.colours);
  if (map === undefined) throw new Error(`no colour map ${picture.colours}`);
  return map;
}

/** One span of values for all tiles. */
function rangeOf(picture: CardPicture): ReturnType<typeof valueRange> {
  const { kind } = mapOf(picture);
  const all = picture.tiles.map((tile) => valueRange(tile.data, kind));
  return { lo: Math.min(...all.map((r) => r.lo)), hi: Math.max(...all.map((r) => r.hi)) };
}

function masked(picture: CardPicture): boolean {
  return picture.tiles.some((tile) => tile.data.some((value) => !Number.isFinite(value)));
}
