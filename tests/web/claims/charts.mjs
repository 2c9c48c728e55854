/** The page Charts, and what each chart is said to be for. */
import { text } from '../support/posenc.mjs';

export const prose = ['web/notebook/charts.html', 'web/notebook/charts/', 'web/lib/charts/index.ts'];

const instruction = 'an instruction';

export const claims = [
  {
    says: 'Point at one, and the others show the same place where they have it.',
    because: instruction,
  },
  { says: 'Drag to zoom, and double click to see all again.', because: instruction },
  {
    says: 'A line chart draws quantities over a common x, up to a million points each.',
    because: 'what the chart is made for: it draws the extremes of every column of pixels',
  },
  {
    says: 'A heat map draws a matrix of up to {4096} × {4096} numbers.',
    is: () => {
      const side = Number(/maxSide = (\d+)/.exec(text('web/lib/charts/heatmap/painter.ts'))[1]);
      return [side, side];
    },
  },
  { says: 'Each point stands for two numbers.', because: 'what the chart takes' },
  { says: 'Each point stands for three numbers.', because: 'what the chart takes' },
  {
    says: 'The chart shows how fast eigenvalues fall, and where most of their sum is reached.',
    because: 'what the chart is for',
  },
];
