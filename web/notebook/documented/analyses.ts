/** Texts and formulas of analyses and layers. */
import { analyses, analysisDocumentation, layers } from 'posenc';
import { analysisFormulas } from '../kit/formulas.js';
import { textsOf } from './texts.js';

const [all] = await Promise.all([analysisDocumentation(), analysisFormulas()]);
export const analysisTexts = textsOf([analyses, all.analyses], [layers, all.layers]);
