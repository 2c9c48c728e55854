// A sinusoidal table as a picture: rows are positions, columns are channels.
import { create } from 'posenc';
import { heatMap } from 'posenc/charts';

const pe = await create();
const spec = { encoding: 'sinusoidal', dim: 128 };
const table = await pe.table(spec, 512);
pe.dispose();

export default heatMap(table, {
  title: 'Sinusoidal encoding, 512 positions',
  rows: { title: 'position' },
  cols: { title: 'channel' },
  embed: { spec, positions: 512 },
});
