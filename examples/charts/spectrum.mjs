// How many directions 512 positions really use: the eigenvalues of their Gram matrix.
import { create } from 'posenc';
import { spectrumChart } from 'posenc/charts';

const pe = await create();
const bases = [100, 10000];
const series = [];
const calls = []; // for the code of “Embed”, which calls the library and contains no numbers
for (const base of bases) {
  const table = { spec: { encoding: 'sinusoidal', dim: 128, base }, positions: 512 };
  const { eigenvalues } = await pe.analyse({ analysis: 'spectrum' }, { table });
  const name = `base ${base.toLocaleString('en')}`;
  series.push({ name, values: eigenvalues });
  calls.push({ name, values: { call: ['analyse', { analysis: 'spectrum' }, { table }], of: 'eigenvalues' } });
}
pe.dispose();

export default spectrumChart(
  { series },
  { title: 'Eigenvalues of 512 positions; dotted: 99 % of their sum', embed: { data: { series: calls } } },
);
