/**
 * What there is to know of a model type beside its file: what its configuration class supplies (class-defaults.ts is the
 * table), and in which layers it rotates how. A model type that is not listed gets no such default.
 */
import { classDefaults } from './class-defaults.js';
import type { Family } from './family.js';

const unlisted: Family = {};
/** Older files of vision-language models have the fields of the text model, and the type of the whole, at the top. */
export const classOf = (modelType: string): Family | undefined =>
  classDefaults.get(modelType) ?? classDefaults.get(`${modelType}_text`);
export const familyOf = (modelType: string | undefined): Family =>
  (modelType === undefined ? undefined : classOf(modelType)) ?? unlisted;

/** The base where neither the file nor the class names one: RotaryEmbeddingConfigMixin.default_theta. */
export const defaultTheta = 10_000;
