/** The texts of encodings and context extensions, for what shows them. */
import { encodingDocumentation, encodings, scalings } from 'posenc';
import { textsOf } from './texts.js';

const all = await encodingDocumentation();
export const encodingTexts = textsOf([encodings, all.encodings], [scalings, all.scalings]);
