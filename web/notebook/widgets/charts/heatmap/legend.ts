/** The colour bar: the map from its lowest to its highest value, with three ticks. */
import { svg } from '../svg.js';
import { shortNumber } from '../../../../lib/charts/core/ticks.js';
import type { ColourMap } from '../../../../lib/charts/heatmap/colour-maps.js';
import { colourOf, type Range } from '../../../../lib/charts/heatmap/colours.js';

const stops = 32;
let serial = 0;

export function colourLegend(map: ColourMap, range: Range, width = 260): SVGSVGElement {
  const id = `colour-bar-${++serial}`;
  const gradient = svg('linearGradient', { id });
  for (let i = 0; i <= stops; i++) {
    gradient.append(svg('stop', { offset: i / stops, 'stop-color': colourOf(map, i / stops) }));
  }
  const middle = (range.lo + range.hi) / 2;
  const left = 24;
  const right = width - 24;
  const bar = svg('rect', { x: left, y: 2, width: right - left, height: 10, rx: 2, fill: `url(#${id})` });
  const ticks = [
    [left, range.lo],
    [(left + right) / 2, middle],
    [right, range.hi],
  ] as const;
  return svg(
    'svg',
    {
      class: 'chart legend',
      role: 'img',
      width,
      height: 34,
      viewBox: `0 0 ${width} 34`,
      'aria-label': `Colours: ${map.label}, from ${range.lo} to ${range.hi}`,
    },
    svg('defs', {}, gradient),
    bar,
    ...ticks.flatMap(([x, value]) => [
      svg('line', { class: 'legend-tick', x1: x, x2: x, y1: 12, y2: 16 }),
      svg(
        'text',
        { class: 'legend-value', x, y: 28, 'text-anchor': 'middle' },
        shortNumber(Number(value.toPrecision(4))),
      ),
    ]),
  );
}
