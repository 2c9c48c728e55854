/**
 * Builds the spec of multimodal RoPE. Ids are ordered as in the class: (t, h, w), also for ERNIE 4.5 VL, whose sections
 * are in the order h, w, t. They are (p, w, h, t) for HunyuanVL, by apply_rotary_pos_emb_xdrope of its authors and
 * XDRotaryEmbedding of vLLM. HunyuanVL's class in transformers' main instead doubles each section in place, so that the
 * two channels of a pair follow different ids. That is not a rotation and has no spec here.
 */
import type { MropeSpec, RopeSpec } from '../generated/encodings.js';
import type { Mrope } from './mrope.js';

type Rule = Pick<MropeSpec, 'axes' | 'form'> & { readonly sections: readonly number[] };

/** Undefined if the sections do not cover the rotated pairs (see mrope_section_sum), or if a class rejects them. */
function ruleOf({ section, order, axes }: Mrope): Rule | undefined {
  const sections = [...section.value];
  const [first, second, third] = sections;
  if (order.value === 'two in turn, then the third') {
    // ERNIE 4.5 VL alternates h and w, so their sections must be equal
    if (sections.length !== 3 || first !== second) return undefined;
    return { sections: [third!, first!, second!], form: 'spatial-first' };
  }
  if (axes.length !== sections.length) return undefined;
  if (order.value === 'interleaved') return sections.length === 3 ? { sections, form: 'interleaved' } : undefined;
  if (sections.length === 3) return { sections, form: 'chunked' };
  return sections.length === 4 ? { axes: 4, sections, form: 'chunked' } : undefined;
}

export function multimodalSpecOf(spec: RopeSpec, mrope: Mrope | undefined): MropeSpec | undefined {
  const { dim, base, layout, rotaryDim = dim, scaling } = spec;
  const rule = mrope && ruleOf(mrope);
  if (!rule || rule.sections.reduce((sum, n) => sum + n, 0) !== rotaryDim / 2) return undefined;
  return {
    encoding: 'mrope',
    dim,
    ...(base !== undefined && { base }),
    ...rule,
    ...(layout !== undefined && { layout }),
    ...(rotaryDim !== dim && { rotaryDim }),
    ...(scaling && { scaling }),
  };
}
