// Random Fourier features of three widths: how many directions 64 positions span, over eight draws each.
import { create } from 'posenc';
import { barChart } from 'posenc/charts';

const pe = await create();
const scales = [0.5, 2, 8];
const ranks = [];
for (const scale of scales) {
  const draws = [];
  for (let seed = 1; seed <= 8; seed++) {
    const spec = { encoding: 'gaussian-fourier', dim: 64, scale, seed };
    const table = await pe.table(
      spec,
      Array.from({ length: 64 }, (_, i) => i / 64),
    );
    draws.push((await pe.analyse({ analysis: 'spectrum' }, { table })).effectiveRank);
  }
  ranks.push(draws);
}
pe.dispose();

const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
export default barChart(
  {
    names: scales.map((scale) => `scale ${scale}`),
    series: [
      {
        name: 'effective rank',
        values: ranks.map(mean),
        low: ranks.map((draws) => Math.min(...draws)),
        high: ranks.map((draws) => Math.max(...draws)),
      },
    ],
  },
  { title: 'Directions that 64 positions span', y: { title: 'effective rank: mean, least and most of eight draws' } },
);
