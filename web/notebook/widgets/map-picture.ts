/** A heat map as a picture for a file: cells, axes and colour legend on one sheet. */
import type { Heatmap } from './charts/index.js';
import { paintSvg, svgText } from './charts/index.js';
import { token } from './theme.js';

/** Pixels a unit of the page. */
const scale = 2;
const legendSize = { width: 260, height: 34 };

/** What is visible of the map now. */
export async function mapPicture(map: Heatmap, legend: SVGSVGElement | undefined): Promise<HTMLCanvasElement> {
  const canvas = map.snapshot();
  const box = map.overlay.getBoundingClientRect();
  const sheet = document.createElement('canvas');
  sheet.width = Math.round(box.width * scale);
  sheet.height = Math.round((box.height + legendSize.height + 10) * scale);
  const pen = sheet.getContext('2d');
  if (pen === null) throw new Error('this browser gave no 2-D canvas');
  pen.fillStyle = token('paper');
  pen.fillRect(0, 0, sheet.width, sheet.height);
  const stage = map.element.querySelector('.heatmap-stage')?.getBoundingClientRect();
  if (stage) {
    pen.drawImage(
      canvas,
      (stage.left - box.left) * scale,
      (stage.top - box.top) * scale,
      stage.width * scale,
      stage.height * scale,
    );
  }
  pen.drawImage(await paintSvg(svgText(map.overlay), box.width, box.height, scale), 0, 0);
  if (legend) {
    const width = Number(legend.getAttribute('width') ?? legendSize.width);
    pen.drawImage(
      await paintSvg(svgText(legend), width, legendSize.height, scale),
      (box.width - width - 12) * scale,
      (box.height + 6) * scale,
    );
  }
  return sheet;
}
