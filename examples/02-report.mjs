// Reports how a published config.json encodes positions: Llama 3.1's context extension, pair by pair.
import { create } from 'posenc';

const config = {
  model_type: 'llama',
  hidden_size: 4096,
  num_attention_heads: 32,
  max_position_embeddings: 131072,
  rope_theta: 500000,
  rope_scaling: {
    rope_type: 'llama3',
    factor: 8,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  },
};

const pe = await create({ worker: true });
const report = await pe.report(config);
console.log(`${report.type}: trained on ${report.trainedContext} positions, used up to ${report.contextLength}`);
console.log(
  `pairs: ${Object.entries(report.bands)
    .map(([band, n]) => `${n} ${band}`)
    .join(', ')}`,
);
for (const { index, wavelength, turnsTrained, turnsContext, band } of report.pairs.filter(
  ({ index }) => index % 9 === 0,
)) {
  console.log(
    `pair ${index}: a turn takes ${wavelength.toFixed(1)} positions; ${turnsTrained.toFixed(2)} turns in training, ${turnsContext.toFixed(2)} now (${band})`,
  );
}
console.log(`base was read from ${report.readFrom.base}`);

// The same extension for another length, as fields of a config.json.
console.log(JSON.stringify(await pe.exportConfig({ ...report.spec, scaling: { ...report.spec.scaling, factor: 16 } })));
pe.dispose();
