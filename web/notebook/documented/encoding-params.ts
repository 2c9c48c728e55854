/** Descriptions of the parameters of encodings and context extensions. */
import texts from 'virtual:param-texts';
import { encodings, scalings } from 'posenc';
import { ofRows, textsOf } from './texts.js';

export const encodingParamTexts = textsOf(
  [encodings, ofRows(encodings, texts.encodings)],
  [scalings, ofRows(scalings, texts.scalings)],
);
