/**
 * Defaults of a model type: values of its configuration class (class-defaults.ts is the table), and how its layers
 * rotate. Unlisted model types have none.
 */
import { classDefaults } from './class-defaults.js';
import type { Family } from './family.js';

const unlisted: Family = {};
/** Looks up `_text` too: older vision-language files have the text model's fields, but the type of the whole. */
export const classOf = (modelType: string): Family | undefined =>
  classDefaults.get(modelType) ?? classDefaults.get(`${modelType}_text`);
export const familyOf = (modelType: string | undefined): Family =>
  (modelType === undefined ? undefined : classOf(modelType)) ?? unlisted;

/** Base if neither the file nor the class names one: RotaryEmbeddingConfigMixin.default_theta. */
export const defaultTheta = 10_000;
