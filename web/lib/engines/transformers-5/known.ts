/**
 * The model types that AutoConfig of transformers recognises (decba1d2, 2026-08-19), except image and audio networks,
 * which have no report. tests/web/model-types.test.mjs compares with its list (tests/golden/engines/model-types.json).
 */
import { classOf } from '../../hf/families.js';
import { byField } from '../../hf/model-class.js';
import { beyondReport, isComposite, schemeOf } from '../../hf/schemes.js';

/** Types from other code or earlier versions, and types whose name with the suffix _text is the registered one. */
// prettier-ignore
const elsewhere: ReadonlySet<string> = new Set([
  'chatglm', 'semantic', 'coarse_acoustics', 'fine_acoustics', 'transfo-xl', 'inkling', 'inkling_model', 'hrm',
  'kyutai_speech_to', 'qwen3_omni_moe_talker',
]);
const registered: ReadonlySet<string> = new Set(byField);

export const isModelType = (type: string): boolean =>
  !elsewhere.has(type) &&
  (registered.has(type) ||
    [classOf, schemeOf, beyondReport].some((told) => told(type) !== undefined) ||
    isComposite(type));
