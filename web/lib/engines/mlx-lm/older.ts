/**
 * mlx-lm 0.31.3 as it differs from 0.32.2: facts of files are those of which web/tools/engine-types.py writes others, and
 * the rules were read in both releases.
 */
import { files, remapped } from './files.js';
import type { Release } from './model-files.js';

const laterFiles: ReadonlySet<string> = new Set([
  ...[
    'bailing_hybrid',
    'bailing_moe_v3',
    'deepseek_v41',
    'gear',
    'gptj',
    'kimi_k3',
    'laguna',
    'mellum',
    'minimax_m3_vl',
  ],
  ...['mistral4', 'muse_glimmer', 'muse_spark', 'nanbeige', 'olmo_hybrid', 'plamo3', 'prism_hadamard_qwen35'],
  ...['spark2_5', 'talkie'],
]);
const laterNames: ReadonlySet<string> = new Set(['xverse', 'gemma4_unified', 'deepseek_v41_text']);
const without = <T>(all: Readonly<Record<string, T>>, later: ReadonlySet<string>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !later.has(name)));

export const release31: Release = {
  files: {
    ...without(files, laterFiles),
    granitemoehybrid: { needs: ['rope_theta'], scaling: 'none', headDim: 'derived' },
    qwen3: { needs: ['rope_theta', 'head_dim'] },
  },
  remapped: without(remapped, laterNames),
  rules: {
    internlm2: { doubles: true },
    internlm3: { doubles: true },
    ministral3: { scaling: 'rope_parameters', needs: ['rope_parameters'] },
    phimoe: { scaling: 'su', subscripts: true },
    qwen3: {},
  },
  noDynamic: true,
};
