import type { Mistake } from '../making.js';

/** The rope dictionary was looked for under another key, or its type is unknown. */
export const scalingSkipped: Mistake = {
  id: 'scaling-skipped',
  stage: 'frequencies',
  title: 'the context extension is skipped',
  sources: ['NVIDIA/TensorRT-Model-Connect#400', 'NVIDIA/TensorRT-Model-Connect#661', 'tenstorrent/tt-metal#25321'],
  make({ spec, steps }) {
    if (spec.scaling === undefined || spec.scaling.type === 'default') return [];
    const { scaling: _, ...plain } = spec;
    return [
      { spec: plain },
      { steps: [...steps, (rates) => ({ ...rates, scaled: rates.plain })] }, // the amplitude stays
    ];
  },
};
