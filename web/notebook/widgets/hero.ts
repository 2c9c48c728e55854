/** The drawing beside the title: the sine channels of a sinusoidal encoding, from the library like everything else. */
import type { Posenc } from '../../lib/types/posenc.js';
import { svg } from '../../lib/charts/svg.js';

const WIDTH = 420;
const HEIGHT = 250;
const PAIRS = 6;

export async function drawHero(place: Element, pe: Posenc): Promise<void> {
  // Base 100 instead of 10000: all six wavelengths show within one drawing.
  const table = await pe.table(
    { encoding: 'sinusoidal', dim: 2 * PAIRS, base: 100, layout: 'half' },
    { count: 481, step: 0.25 },
  );
  const lane = HEIGHT / PAIRS;
  const curves = Array.from({ length: PAIRS }, (_, i) => {
    const points = Array.from({ length: table.rows }, (_unused, r) => {
      const value = table.data[r * table.cols + i] as number;
      return `${((r / (table.rows - 1)) * WIDTH).toFixed(1)},${(lane * (i + 0.5) - value * lane * 0.36).toFixed(1)}`;
    });
    return svg('polyline', { class: `hero-curve hero-${i}`, points: points.join(' ') });
  });
  place.append(svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' }, ...curves));
}
