/** The drawing beside the title: the sine channels of a sinusoidal encoding, from the library like everything else. */
import type { Posenc } from '../../lib/types/posenc.js';
import { svg } from './svg.js';

const width = 420;
const height = 250;
const pairs = 6;

export async function drawHero(place: Element, pe: Posenc): Promise<void> {
  // Base 100 instead of 10000: all six wavelengths show within one drawing.
  const table = await pe.table(
    { encoding: 'sinusoidal', dim: 2 * pairs, base: 100, layout: 'half' },
    { count: 481, step: 0.25 },
  );
  const lane = height / pairs;
  const curves = Array.from({ length: pairs }, (_, i) => {
    const points = Array.from({ length: table.rows }, (_unused, r) => {
      const value = table.data[r * table.cols + i]!;
      return `${((r / (table.rows - 1)) * width).toFixed(1)},${(lane * (i + 0.5) - value * lane * 0.36).toFixed(1)}`;
    });
    return svg('polyline', { class: `hero-curve hero-${i}`, points: points.join(' ') });
  });
  place.append(svg('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, ...curves));
}
