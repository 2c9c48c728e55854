// The kernel of sinusoidal encodings with six bases, on common axes.
import { create } from 'posenc';
import { smallMultiples } from 'posenc/charts';

const pe = await create();
const bases = [10, 100, 1000, 10000, 100000, 1000000];
const panels = [];
for (const base of bases) {
  const profile = await pe.kernelProfile({ encoding: 'sinusoidal', dim: 64, base }, 400);
  panels.push({
    title: `base ${base.toLocaleString('en')}`,
    series: [{ name: 'kernel', values: profile.map((value) => value / profile[0]) }],
  });
}
pe.dispose();

export default smallMultiples(
  { panels },
  { title: 'The base decides how far a position is seen', x: { title: 'offset' }, y: { title: 'k(Δ) / k(0)' } },
);
