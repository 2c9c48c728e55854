/** A heat map as a picture for a file: cells, axes and colour legend on one sheet. */
import type { Heatmap } from '../../lib/charts/index.js';
import { paintSvg, svgText } from '../../lib/charts/index.js';
import { token } from './theme.js';

/** Pixels a unit of the page. */
const SCALE = 2;
const LEGEND = { width: 260, height: 34 };

/** What is visible of the map now. */
export async function mapPicture(map: Heatmap, legend: SVGSVGElement | null): Promise<HTMLCanvasElement> {
  const canvas = map.snapshot();
  const box = map.overlay.getBoundingClientRect();
  const sheet = document.createElement('canvas');
  sheet.width = Math.round(box.width * SCALE);
  sheet.height = Math.round((box.height + LEGEND.height + 10) * SCALE);
  const pen = sheet.getContext('2d');
  if (pen === null) throw new Error('this browser gave no 2-D canvas');
  pen.fillStyle = token('paper');
  pen.fillRect(0, 0, sheet.width, sheet.height);
  const stage = map.element.querySelector('.heatmap-stage')?.getBoundingClientRect();
  if (stage) {
    pen.drawImage(
      canvas,
      (stage.left - box.left) * SCALE,
      (stage.top - box.top) * SCALE,
      stage.width * SCALE,
      stage.height * SCALE,
    );
  }
  pen.drawImage(await paintSvg(svgText(map.overlay), box.width, box.height, SCALE), 0, 0);
  if (legend) {
    const width = Number(legend.getAttribute('width') ?? LEGEND.width);
    pen.drawImage(
      await paintSvg(svgText(legend), width, LEGEND.height, SCALE),
      (box.width - width - 12) * SCALE,
      (box.height + 6) * SCALE,
    );
  }
  return sheet;
}
