import type { Mistake } from '../making.js';

/** The length before scaling is read like an object's attribute, which fails, and the longest length replaces it. */
export const contextMax: Mistake = {
  id: 'context-max',
  stage: 'frequencies',
  title: 'max_position_embeddings instead of original_max_position_embeddings',
  sources: ['microsoft/onnxruntime-genai#2076'],
  make({ spec }, { maxContext }) {
    const { scaling } = spec;
    if (scaling === undefined || maxContext === undefined) return [];
    if (scaling.type !== 'yarn' && scaling.type !== 'llama3') return [];
    if (scaling.originalContext === maxContext) return [];
    return [{ spec: { ...spec, scaling: { ...scaling, originalContext: maxContext } } }];
  },
};
