// Three channels of 256 positions: a sinusoidal encoding is a curve in space. Drag to turn it.
import { create } from 'posenc';
import { scatter3d } from 'posenc/charts';

const pe = await create();
const positions = 256;
const { data, cols } = await pe.table({ encoding: 'sinusoidal', dim: 64, base: 400 }, positions);
pe.dispose();

const channel = (c) => Float64Array.from({ length: positions }, (_, position) => data[position * cols + c]);
export default scatter3d(
  {
    x: channel(16),
    y: channel(17),
    z: channel(30),
    value: Array.from({ length: positions }, (_, position) => position),
    valueName: 'position',
  },
  {
    title: 'Channels 16, 17 and 30 over 256 positions',
    item: 'position',
    axes: ['channel 16', 'channel 17', 'channel 30'],
    joined: true,
  },
);
