// Analyses of a table and of a wide network on top of it: spectrum, tangent kernel, training, design.
import { create } from 'posenc';

const pe = await create();
const spec = { encoding: 'sinusoidal', dim: 512 };

// 512 channels, but the 512 positions that a model sees span about 20 directions.
const table = { spec, positions: 512 };
const few = await pe.analyse({ analysis: 'spectrum' }, { table });
console.log(`effective rank ${few.effectiveRank.toFixed(2)}, ${few.numericalRank} above 1/1000 of the largest`);

// tableᵀ·table has the same eigenvalues and a closed form: 10^9 positions cost as much as 1000.
const channels = await pe.channelGram(spec, { count: 1e9 });
const many = await pe.analyse({ analysis: 'spectrum' }, { kernel: channels });
console.log(`over 10^9 positions ${many.effectiveRank.toFixed(1)}`);

// The kernel of an infinitely wide network over 64 positions, from the profile of their offsets.
const layers = [{ layer: 'dense' }, { layer: 'relu' }, { layer: 'dense' }];
const network = { analysis: 'network-kernel', layers };
const wide = await pe.analyse({ ...network, inputDim: 512 }, { profile: { spec, positions: 64 } });
console.log(`tangent kernel at offsets 0, 1, 63: ${[0, 1, 63].map((k) => wide.ntk.data[k].toFixed(3)).join(' ')}`);

// Slow and fast modes of a parity task under gradient descent, and the largest stable learning rate.
const { ntk } = await pe.analyse(network, { x: { spec, positions: 32 } });
const y = Array.from({ length: 32 }, (_, position) => [position % 2 ? 1 : -1]);
const training = await pe.analyse(
  { analysis: 'training-prediction', learningRate: 0.05, times: [0, 10, 1000] },
  { kernel: ntk, y },
);
console.log(
  `stable below ${training.learningRateLimit.toFixed(3)}; loss ${[...training.flowLoss].map((l) => l.toFixed(2)).join(', ')}`,
);

// Frequencies for a given kernel: 64 channels whose inner product falls like exp(-Δ/64).
const design = await pe.analyse({ analysis: 'design-frequencies', dim: 64, context: 512, length: 64 }, {});
console.log(`${design.pairs} pairs, off by ${design.rmsError.toExponential(1)} (root mean square)`);
pe.dispose();
