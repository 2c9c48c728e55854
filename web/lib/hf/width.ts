/** Head width and the part of it that is rotated. */
import { errorAbout, PosencError } from '../checks/errors.js';
import { sizesOf } from './class-sizes.js';
import type { Family } from './family.js';
import { allowed, type Fields, firstNumber, fits, type Found } from './fields.js';
import type { LayerSource } from './layers.js';
import { ropeRule } from './limits.js';
import { num } from './number-text.js';

export interface Width {
  readonly headDim: Found<number>;
  readonly rotaryDim: Found<number>;
  /** The rotated fraction, if given or defaulted. */
  readonly fraction?: Found<number>;
  /** Multi-head latent attention: the rotary part is a separate head next to unrotated channels. */
  readonly latent: boolean;
}

const fractionKeys = ['partial_rotary_factor', 'rotary_pct', 'rotary_emb_fraction'] as const;

/** Gemma 4 as transformers 5.16 saves it: fields of single layers, by their index. */
function perLayerHeadDim(text: Fields, layer: LayerSource): Found<number> | undefined {
  const overrides = text.child('per_layer_config');
  const types = text.peek('layer_types');
  const index = overrides?.keys().find((key) => {
    const type = Array.isArray(types) ? (types[Number(key)] as unknown) : 'full_attention';
    return type === layer.layerType && overrides.child(key)?.has('head_dim');
  });
  return index === undefined ? undefined : overrides!.child(index)!.number('head_dim', ropeRule('dim'));
}

/** The two fields of the quotient; the class supplies a missing one. */
function dividedHead(
  text: Fields,
  modelType: string | undefined,
): { readonly hidden: Found<number>; readonly heads: Found<number> } {
  const whole = { integer: true, min: 1 };
  const ofClass = sizesOf(modelType);
  const filled = (key: string, value: number | undefined): Found<number> | undefined =>
    value === undefined ? undefined : { value, from: `${value} (the class default of ${text.at(key)})` };
  const hidden =
    firstNumber(text, ['hidden_size', 'n_embd', 'd_model'], whole) ?? filled('hidden_size', ofClass?.hidden);
  const heads = firstNumber(text, headCounts, whole) ?? filled('num_attention_heads', ofClass?.heads);
  if (hidden && heads) return { hidden, heads };
  throw new PosencError(
    'bad_config',
    text.at('head_dim'),
    `the head width cannot be found: the config has neither ${text.at('head_dim')} nor both ${text.at('hidden_size')} and ${text.at('num_attention_heads')}`,
  );
}
const headCounts = ['num_attention_heads', 'n_head', 'n_heads', 'num_heads', 'decoder_num_attention_heads'];

function findHeadDim(text: Fields, family: Family, layer: LayerSource, modelType: string | undefined): Found<number> {
  const width = ropeRule('dim');
  const own = perLayerHeadDim(text, layer);
  if (own) return own;
  const wide = layer.layerType === 'full_attention' || (layer.layerType === undefined && text.has('global_head_dim'));
  if (wide) {
    const found = text.number('global_head_dim', width);
    if (found) return found;
    if (family.globalHeadDim !== undefined)
      return {
        value: family.globalHeadDim,
        from: `default: global_head_dim ${family.globalHeadDim}, the class default of this model type`,
      };
  }
  const { hiddenTimes = 1, axes = 1 } = family;
  const shared = axes > 1 ? ` / ${axes} coordinates` : '';
  const given = firstNumber(text, ['head_dim', 'attention_head_dim', 'kv_channels'], width);
  if (given) return axes > 1 ? { value: given.value / axes, from: `derived: ${given.from}${shared}` } : given;
  // null is a value to the class, which then divides
  const none = text.mentions('head_dim') && !text.has('head_dim');
  if (family.headDim !== undefined && !none)
    return {
      value: family.headDim / axes,
      from: `default: ${family.headDim}${shared}, the class default of this model type`,
    };
  const { hidden, heads } = dividedHead(text, modelType);
  const times = hiddenTimes > 1 ? `${hiddenTimes} * ` : '';
  const from = `derived: ${times}${hidden.from} / ${heads.from}${shared}`;
  const value = Math.floor((hiddenTimes * hidden.value) / heads.value / axes);
  if (!fits(value, width))
    throw new PosencError(
      'bad_config',
      heads.from,
      `the head width ${from} is ${num(value)}; it must be ${allowed(width)}`,
    );
  return { value, from };
}

/** The width that `fraction` leaves: floor, like Python's int() of a positive number. */
function partOf(headDim: number, fraction: Found<number>): Found<number> {
  return { value: Math.floor(headDim * fraction.value), from: `derived: floor(headDim * ${fraction.from})` };
}

/**
 * The rope dictionary wins over the top level (convert_rope_params_to_dict of transformers 5.23.0).
 * @param type a key of the scaling readers
 */
export function findWidth(
  text: Fields,
  family: Family,
  layer: LayerSource,
  type: string,
  modelType: string | undefined,
): Width {
  const proportional = type === 'proportional';
  const share = { min: 0, max: 1 };
  const inner = (): Found<number> | undefined => layer.dict.number('partial_rotary_factor', share);
  // GPTNeoXConfig has no partial_rotary_factor of its own
  const names = modelType === 'gpt_neox' ? (['rotary_pct'] as const) : fractionKeys;
  const outer = (): Found<number> | undefined => firstNumber(text, names, share);
  // null is a value to the class, which then rotates the whole head
  const none = text.mentions('partial_rotary_factor') && !text.has('partial_rotary_factor');
  const ofClass: Found<number> | undefined =
    family.partial === undefined || none || (modelType !== 'gpt_neox' && text.has('rotary_dim'))
      ? undefined
      : { value: family.partial, from: `default: ${family.partial}, the class default of this model type` };
  const fraction: Found<number> | undefined = inner() ?? outer() ?? ofClass;

  // mark the same fraction as read under its other names, or at the top level
  for (const key of fractionKeys) if (fraction && text.glance(key) === fraction.value) text.peek(key);
  // if two values in the file differ, partial_rotary_conflict says which is used
  const inFile = fraction !== undefined && !fraction.from.startsWith('default');
  if (inFile)
    for (const key of ['partial_rotary_factor', 'rotary_dim']) for (const each of [layer.dict, text]) each.peek(key);

  // 0 is an unused field in a class without latent attention
  const isZero = text.glance('qk_rope_head_dim') === 0;
  const latentDim = isZero
    ? undefined
    : (text.number('qk_rope_head_dim', ropeRule('dim')) ?? classLatentDim(text, family));
  if (latentDim) {
    // the width is already the rotated part: a partial_rotary_factor is reported, not applied again
    return {
      headDim: latentDim,
      rotaryDim: checkEven(latentDim, latentDim.from),
      latent: true,
      ...(fraction && { fraction }),
    };
  }
  const headDim = findHeadDim(text, family, layer, modelType);
  const whole: Found<number> = { value: headDim.value, from: 'default: headDim, all channels are rotated' };
  // p-RoPE keeps the whole width and sets the frequency of pairs beyond the fraction to 0
  if (proportional)
    return {
      headDim,
      rotaryDim: checkEven(whole, fieldOf(text, headDim)),
      latent: false,
      ...(fraction && { fraction }),
    };
  if (fraction)
    return { headDim, rotaryDim: checkEven(partOf(headDim.value, fraction), fraction.from), latent: false, fraction };
  const halved = text.boolean('rope_rotate_half_dims'); // Grok1Attention of SGLang
  if (halved?.value) {
    const half = { value: Math.floor(headDim.value / 2), from: `derived: floor(headDim / 2), ${halved.from}` };
    return { headDim, rotaryDim: checkEven(half, halved.from), latent: false };
  }
  const given = text.number('rotary_dim', ropeRule('rotaryDim'));
  if (given && given.value > headDim.value)
    throw errorAbout(
      'bad_config',
      given.from,
      `is ${given.value}; the head has only ${headDim.value} channels (${headDim.from})`,
    );
  return { headDim, rotaryDim: checkEven(given ?? whole, given?.from ?? fieldOf(text, headDim)), latent: false };
}

/** Class default for a file of multi-head latent attention without the width of its rotated part. */
function classLatentDim(text: Fields, { latentDim }: Family): Found<number> | undefined {
  if (latentDim === undefined || text.has('head_dim')) return undefined;
  return { value: latentDim, from: `default: ${latentDim}, the class default of this model type` };
}

/** The path of the head width, even if it was derived from two other fields. */
const fieldOf = (text: Fields, headDim: Found<number>): string =>
  headDim.from.startsWith('derived') || headDim.from.startsWith('default') ? text.at('head_dim') : headDim.from;

function checkEven(found: Found<number>, field: string): Found<number> {
  if (found.value >= 2 && found.value % 2 === 0) return found;
  throw new PosencError(
    'bad_config',
    field,
    `the rotated width is ${found.value} (${found.from}); it must be even and at least 2`,
  );
}
