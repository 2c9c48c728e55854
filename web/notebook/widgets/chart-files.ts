/** SVG and PNG buttons of a chart. */
import { paintSvg, pngBlob, svgText } from './charts/index.js';
import { saveBlob, saveText } from './save.js';
import type { Action } from './section.js';
import { token } from './theme.js';

export function pictureActions(chart: () => SVGSVGElement | undefined, name: () => string): Action[] {
  return [
    {
      label: 'PNG',
      hint: 'the chart as it stands, twice the screen’s resolution',
      run: async () => {
        const svg = chart();
        if (svg === undefined) return;
        const canvas = await paintSvg(
          svgText(svg, token('paper')),
          Number(svg.getAttribute('width')),
          Number(svg.getAttribute('height')),
        );
        saveBlob(await pngBlob(canvas), `${name()}.png`);
      },
    },
    {
      label: 'SVG',
      hint: 'the chart as a vector file',
      run: () => {
        const svg = chart();
        if (svg !== undefined) saveText(svgText(svg, token('paper')), `${name()}.svg`, 'image/svg+xml');
      },
    },
  ];
}
