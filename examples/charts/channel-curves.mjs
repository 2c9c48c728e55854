// Four pairs of a sinusoidal table over the position. The cursor is shared with the clocks if a page shows both.
import { create } from 'posenc';
import { channelCurves } from 'posenc/charts';

const pe = await create();
const spec = { encoding: 'sinusoidal', dim: 64 };
const table = await pe.table(spec, 128);
const frequencies = await pe.frequencies(spec);
pe.dispose();

const wavelengths = frequencies.map((frequency) => (2 * Math.PI) / frequency);
const data = { table, pairs: [0, 4, 8, 12], wavelengths };
export default channelCurves(data, {
  title: 'Sine and cosine of four pairs',
  embed: { data: { ...data, table: { call: ['table', spec, 128] } } },
});
