/**
 * Renames fields of configs whose published code is not in transformers to the names of transformers. Paths in errors
 * and in `readFrom` remain those of the file.
 */
import { type Fields } from './fields.js';
import { isPlainObject, type Plain } from './plain.js';

interface Rename {
  /** Name in the file; `outer.inner` for a field of an object. */
  readonly from: string;
  readonly to: string;
  /** Multiplier of the value: ChatGLM gives the ratio to the usual base. */
  readonly times?: number;
}

/** fla-org/flash-linear-attention: softmax attention in the layers that `attn` names; the others are recurrent. */
const hybrid: readonly Rename[] = [
  { from: 'attn.rope_theta', to: 'rope_theta' },
  { from: 'attn.num_heads', to: 'num_attention_heads' },
  { from: 'attn.window_size', to: 'sliding_window' },
];

const renames: ReadonlyMap<string, readonly Rename[]> = new Map<string, readonly Rename[]>([
  [
    'chatglm',
    [
      { from: 'rope_ratio', to: 'rope_theta', times: 10_000 },
      { from: 'kv_channels', to: 'head_dim' },
      { from: 'seq_length', to: 'max_position_embeddings' },
    ],
  ],
  ['dbrx', [{ from: 'attn_config.rope_theta', to: 'rope_theta' }]],
  ['internlm', [{ from: 'rotary.base', to: 'rope_theta' }]],
  [
    'openelm',
    [
      { from: 'rope_freq_constant', to: 'rope_theta' },
      { from: 'max_context_length', to: 'max_position_embeddings' },
    ],
  ],
  ...['delta_net', 'gated_deltanet', 'gla', 'gsa', 'hgrn', 'hgrn2', 'samba'].map((type) => [type, hybrid] as const),
  ['phi3small', [{ from: 'rope_embedding_base', to: 'rope_theta' }]],
  ['stablelm_epoch', [{ from: 'rope_pct', to: 'partial_rotary_factor' }]],
]);

function valueAt(text: Fields, path: string): Plain | undefined {
  const [outer = '', inner] = path.split('.');
  const value = text.peek(outer);
  if (inner === undefined) return value;
  return isPlainObject(value) && Object.hasOwn(value, inner) ? value[inner] : undefined;
}

/** The text model with names of transformers, if its model type has others. */
export function withUsualNames(text: Fields, modelType: string | undefined): Fields {
  const object = Object.assign(Object.create(null) as Record<string, Plain>, text.object);
  const paths = new Map<string, string>();
  for (const { from, to, times } of (modelType === undefined ? undefined : renames.get(modelType)) ?? []) {
    const value = valueAt(text, from);
    if (value === undefined || value === null || text.has(to)) continue;
    object[to] = typeof value === 'number' && times !== undefined ? value * times : value;
    paths.set(to, text.at(from));
  }
  return paths.size === 0 ? text : text.renamedAs(object, paths);
}
