/** All documents that are judged, in the order of the page. */
import { document0 } from './document-0.js';
import { document1 } from './document-1.js';
import { document2 } from './document-2.js';
import { document3 } from './document-3.js';
import type { Document } from './erratum.js';
import { papers } from './papers.js';

export const documents: readonly Document[] = [document0, document1, document2, document3, papers];
