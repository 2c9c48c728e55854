/** The picture of a card: one matrix that fills it, or square tiles, above their colour scale. */
import { effect, signal } from '@preact/signals-core';
import { colourKey, legendHeight, mapOf } from '../../lib/charts/core/colour-key.js';
import { paintWhole } from '../../lib/charts/core/matrix-cells.js';
import type { Scene } from '../../lib/charts/core/scene.js';
import type { Extent } from '../../lib/charts/heatmap/colours.js';
import { extentOf, rangeFor } from '../../lib/charts/heatmap/colours.js';
import type { Matrix } from '../../lib/types/posenc.js';
import { h } from '../kit/dom.js';
import { stillPicture } from '../widgets/still-picture.js';
import { widthOf } from '../widgets/width.js';
import type { CardPicture } from './picture.js';

/** Height relative to the width. */
const shape = 0.5;
const gap = 6;
const margin = 10;

export function thumbnail(title: string) {
  const still = stillPicture();
  const frame = h('div', { class: 'card-canvas' }, still.element);
  const shown = signal<CardPicture>();
  const width = widthOf(frame);
  effect(() => {
    const picture = shown.value;
    if (picture !== undefined && width.value > 0)
      still.show(sceneOf(picture, width.value), `${title}: ${picture.caption}`);
  });
  return {
    element: frame,
    show: (picture: CardPicture) => void (shown.value = picture),
    png: still.png,
  };
}

function sceneOf({ tiles, square, colours }: CardPicture, width: number): Scene {
  const height = Math.round(width * shape);
  const extent = extentOfAll(tiles);
  const [first] = tiles;
  if (first === undefined) throw new Error('a picture without a matrix');
  const { map } = mapOf(first, { colours });
  const range = rangeFor(extent, map.kind);
  return {
    width,
    height: height + legendHeight,
    nodes: [
      {
        kind: 'raster',
        ...{ x: 0, y: 0, width, height },
        paint(canvas, theme) {
          const pen = canvas.getContext('2d');
          const places = square ? placed(tiles, first.cols / first.rows, canvas) : [{ x: 0, y: 0, ...sizeOf(canvas) }];
          places.forEach((box, i) => pen && paintWhole(pen, tiles[i]!, map, range, box, theme));
        },
      },
      ...colourKey(map, range, { x: margin, width: width - 2 * margin }, height + 8, extent.missing),
    ],
  };
}

const sizeOf = ({ width, height }: HTMLCanvasElement) => ({ width, height });

/** Chooses the number of columns that makes the tiles largest. */
function placed(tiles: readonly Matrix[], ratio: number, { width, height }: HTMLCanvasElement) {
  let best = { side: 0, columns: 1 };
  for (let columns = 1; columns <= tiles.length; columns++) {
    const rows = Math.ceil(tiles.length / columns);
    const side = Math.min((width - gap * (columns - 1)) / (columns * ratio), (height - gap * (rows - 1)) / rows);
    if (side > best.side) best = { side, columns };
  }
  const { columns } = best;
  const [w, tall] = [Math.floor(best.side * ratio), Math.floor(best.side)];
  const rows = Math.ceil(tiles.length / columns);
  const left = Math.floor((width - columns * w - (columns - 1) * gap) / 2);
  const top = Math.floor((height - rows * tall - (rows - 1) * gap) / 2);
  return tiles.map((_, i) => ({
    x: left + (i % columns) * (w + gap),
    y: top + Math.floor(i / columns) * (tall + gap),
    ...{ width: w, height: tall },
  }));
}

/** One range of values for all tiles. */
function extentOfAll(tiles: readonly Matrix[]): Extent {
  const all = tiles.map(({ data }) => extentOf(data));
  return {
    lo: Math.min(...all.map(({ lo }) => lo)),
    hi: Math.max(...all.map(({ hi }) => hi)),
    missing: all.some(({ missing }) => missing),
  };
}
