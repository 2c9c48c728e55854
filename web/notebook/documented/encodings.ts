/** Texts of encodings and context extensions. */
import texts from 'virtual:row-texts';
import { encodings, scalings } from 'posenc';
import { ofRows, textsOf } from './texts.js';

export const encodingTexts = textsOf(
  [encodings, ofRows(encodings, texts.encodings)],
  [scalings, ofRows(scalings, texts.scalings)],
);
