// How fast each pair of YaRN turns, before and after it stretches the context sixteen times.
import { create } from 'posenc';
import { scatter } from 'posenc/charts';

const pe = await create();
const rope = { encoding: 'rope', dim: 128 };
const scaling = { type: 'yarn', factor: 16, originalContext: 4096 };
const before = await pe.frequencies(rope);
const after = await pe.frequencies({ ...rope, scaling });
pe.dispose();

const chart = scatter(
  {
    x: before,
    y: after.map((frequency, i) => before[i] / frequency),
    value: Array.from(before, (_, pair) => pair),
    valueName: 'pair',
  },
  {
    title: 'What YaRN divides by',
    item: 'pair',
    x: { title: 'radians per position', log: true },
    y: { title: 'divided by' },
  },
);
// Selects the points inside a drag in the mode “Select” or with Alt.
chart.addEventListener('chart-select', ({ detail }) => console.log(detail?.points ?? 'nothing is selected'));
export default chart;
