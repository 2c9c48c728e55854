/**
 * The spec of multimodal RoPE, of what a model file says of it. Its ids are those of the class: (t, h, w), of ERNIE 4.5 VL, too,
 * whose sections are in the order h, w, t; HunyuanVL's (p, w, h, t) by apply_rotary_pos_emb_xdrope of its authors and by
 * XDRotaryEmbedding of vLLM. That class in transformers' main doubles each section in place of the list, so that the two
 * channels of a pair follow different ids: no rotation, and no spec of ours.
 */
import type { MropeSpec, RopeSpec } from '../generated/encodings.js';
import type { Mrope } from './mrope.js';

type Rule = Pick<MropeSpec, 'axes' | 'form'> & { readonly sections: readonly number[] };

/** undefined where sections do not share out the rotated pairs, which mrope_section_sum warns of, or a class refuses them. */
function ruleOf({ section, order, axes }: Mrope): Rule | undefined {
  const sections = [...section.value];
  const [first, second, third] = sections;
  if (order.value === 'two in turn, then the third') {
    // ERNIE 4.5 VL takes h and w by turns, so there are as many of each
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
