// Sixteen pairs as clocks: the angle of each hand is position × frequency.
import { create } from 'posenc';
import { clockHands } from 'posenc/charts';

const pe = await create();
const spec = { encoding: 'rope', dim: 32, base: 400 };
const frequencies = await pe.frequencies(spec);
pe.dispose();

export default clockHands({ frequencies }, { title: 'Pairs as clocks', position: 5, positions: 128, embed: { spec } });
