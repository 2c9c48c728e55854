// The kernel that a sinusoidal table induces, for three widths: drag to zoom, arrow keys to read.
import { create } from 'posenc';
import { lineChart } from 'posenc/charts';

const pe = await create();
const dims = [32, 128, 512];
const profiles = await Promise.all(dims.map((dim) => pe.kernelProfile({ encoding: 'sinusoidal', dim }, 20000)));
pe.dispose();

export default lineChart(
  {
    series: profiles.map((profile, i) => ({
      name: `${dims[i]} channels`,
      values: profile.map((value) => value / profile[0]),
    })),
  },
  { title: 'Similarity of two positions', x: { title: 'offset' }, y: { title: 'k(Δ) / k(0)' } },
);
