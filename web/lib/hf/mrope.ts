/**
 * Multimodal RoPE: which position id rotates which pairs. Classes fix the order of the sections, and none in
 * transformers decba1d2 reads `mrope_interleaved`: apply_interleaved_mrope of modeling_qwen3_vl.py and similar, split
 * of modeling_qwen2_vl.py and _glm4v.py, recomposition_to_3d of modeling_ernie4_5_vl_moe.py,
 * apply_multimodal_rotary_pos_emb of modeling_hunyuan_vl.py. vLLM and SGLang do read it.
 */
import type { LayerFields, MropeOrder } from '../types/config.js';
import type { Fields, Found } from './fields.js';

export interface Mrope {
  readonly section: Found<readonly number[]>;
  /** Sections named by the file; absent if they come from the class. */
  readonly named?: Found<readonly number[]>;
  readonly order: Found<MropeOrder>;
  readonly axes: readonly string[];
}

/** Layer fields of multimodal RoPE, for a config.json and a GGUF file alike. */
export const mropeFields = (
  mrope: Mrope | undefined,
): Pick<LayerFields, 'mropeSection' | 'mropeAxes' | 'mropeOrder' | 'mropeInterleaved'> =>
  mrope === undefined
    ? {}
    : {
        mropeSection: [...mrope.section.value],
        mropeAxes: [...mrope.axes],
        mropeOrder: mrope.order.value,
        mropeInterleaved: mrope.order.value === 'interleaved',
      };

interface OwnOrder {
  readonly types: RegExp;
  readonly order: MropeOrder;
  /** Sections if the file has none. */
  readonly section?: readonly number[];
}

const rules: readonly OwnOrder[] = [
  { types: /^qwen3_5(_moe)?(_text)?$/, order: 'interleaved', section: [11, 11, 10] },
  { types: /^(qwen3_vl(_moe)?|cohere_compass)(_text)?$/, order: 'interleaved', section: [24, 20, 20] },
  { types: /^qwen3_omni_moe/, order: 'interleaved' },
  { types: /^(qwen2_vl|qwen2_5_vl|paddleocr_vl)(_text)?$|^qwen2_5_omni/, order: 'one after another' },
  { types: /^(glm4v|glm4v_moe|glm_ocr|glm_image)(_text)?$/, order: 'one after another', section: [8, 12, 12] },
  { types: /^ernie4_5_vl_moe(_text)?$/, order: 'two in turn, then the third', section: [22, 22, 20] },
  { types: /^hunyuan_vl(_text)?$/, order: 'one after another' },
];
export const ownMropeOrder = (modelType: string | undefined): OwnOrder | undefined =>
  modelType === undefined ? undefined : rules.find(({ types }) => types.test(modelType));

const usual = ['time', 'height', 'width'];
/** Published models have three or four. */
const mostSections = 16;
function axesOf(modelType: string | undefined, count: number): readonly string[] {
  if (modelType?.startsWith('ernie4_5_vl')) return ['height', 'width', 'time'];
  if (modelType?.startsWith('hunyuan_vl')) return ['position', 'width', 'height', 'image'].slice(count === 3 ? 1 : 0);
  return usual;
}

export function findMrope(text: Fields, dict: Fields, modelType: string | undefined): Mrope | undefined {
  const whole = { integer: true, min: 0 };
  const own = ownMropeOrder(modelType);
  const hunyuan = modelType?.startsWith('hunyuan_vl') ?? false;
  const section: Found<readonly number[]> | undefined =
    dict.numbers('mrope_section', whole, mostSections) ??
    text.numbers('mrope_section', whole, mostSections) ??
    (hunyuan ? dict.numbers('xdrope_section', whole, mostSections) : undefined) ??
    (own?.section && { value: own.section, from: 'default: the sections in the code of this model type' });
  if (!section) return undefined;
  const named = section.from.startsWith('default') ? {} : { named: section };
  const axes = axesOf(modelType, section.value.length);
  if (own) {
    // the flag affects the result only if it agrees with the code
    const agrees = [dict, text].find((fields) => fields.glance('mrope_interleaved') === (own.order === 'interleaved'));
    const from = agrees?.boolean('mrope_interleaved')?.from;
    return {
      section,
      ...named,
      axes,
      order: { value: own.order, from: from ?? `default: ${own.order}, the code of this model type` },
    };
  }
  const flag = dict.boolean('mrope_interleaved') ?? text.boolean('mrope_interleaved');
  const order: Found<MropeOrder> = flag
    ? { value: flag.value ? 'interleaved' : 'one after another', from: flag.from }
    : { value: 'one after another', from: 'default: one after another, without mrope_interleaved' };
  return { section, ...named, axes, order };
}
