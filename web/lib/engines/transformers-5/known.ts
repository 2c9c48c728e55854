/**
 * The model types that AutoConfig of transformers recognises (decba1d2, 2026-08-19): those whose positions are told here, but
 * for networks of images and sounds, of which no report is made. tests/web/model-types.test.mjs compares with its list (tests/golden/engines/model-types.json).
 */
import { classOf } from '../../hf/families.js';
import { byField } from '../../hf/model-class.js';
import { beyondReport, isComposite, schemeOf } from '../../hf/schemes.js';

/** Types of code beside it, of versions before, and names that only end in _text are types. */
// prettier-ignore
const elsewhere: ReadonlySet<string> = new Set([
  'chatglm', 'semantic', 'coarse_acoustics', 'fine_acoustics', 'transfo-xl', 'inkling', 'inkling_model', 'hrm', 'kolibri1',
  'kyutai_speech_to', 'qwen3_omni_moe_talker',
]);
const registered: ReadonlySet<string> = new Set(byField);

export const isModelType = (type: string): boolean =>
  !elsewhere.has(type) &&
  (registered.has(type) ||
    [classOf, schemeOf, beyondReport].some((told) => told(type) !== undefined) ||
    isComposite(type));
