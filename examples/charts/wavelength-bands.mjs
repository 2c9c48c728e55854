// Llama 3.1's context extension: the pairs that it keeps, and those that it slows down.
import { create } from 'posenc';
import { wavelengthBands } from 'posenc/charts';

const pe = await create();
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
const report = await pe.report(config);
pe.dispose();

export default wavelengthBands(report, { title: 'Pairs of Llama 3.1', embed: { spec: config } });
