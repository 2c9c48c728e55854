/** Parameter descriptions of the encodings that the precision page emulates. */
import texts from 'virtual:precision-param-texts';
import { encodings } from 'posenc';
import type { EncodingInfo } from '../../lib/types/registry.js';
import { ofRows, textsOf } from './texts.js';

export const isEmulated = ({ stages }: EncodingInfo): boolean => stages.includes('precision');

const rows = encodings.filter(isEmulated);
export const precisionParamTexts = textsOf([rows, ofRows(rows, texts.encodings)]);
