/** All documents that are judged, in the order of the page. What each says is loaded when it is opened. */
import type { Document, Verdict } from './erratum.js';

export interface Entry {
  readonly id: string;
  /** Rows are numbered `2.1`, `2.2` … */
  readonly prefix: string;
  readonly name: string;
  /** Its statements by verdict. */
  readonly counts: Readonly<Partial<Record<Verdict, number>>>;
  readonly load: () => Promise<Document>;
}

export const documents: readonly Entry[] = [
  {
    ...{ id: 'document-0', prefix: '0', name: 'Paper on the NTK, anonymous' },
    counts: { wrong: 1, unsupported: 3, imprecise: 3, incomplete: 1 },
    load: async () => (await import('./document-0.js')).document0,
  },
  {
    ...{ id: 'document-1', prefix: '1', name: 'arXiv page, Ito et al.' },
    counts: { imprecise: 2, incomplete: 3, stale: 1 },
    load: async () => (await import('./document-1.js')).document1,
  },
  {
    ...{ id: 'document-2', prefix: '2', name: 'Article, G. Aalipour' },
    counts: { wrong: 9, imprecise: 5, incomplete: 1, correct: 2 },
    load: async () => (await import('./document-2.js')).document2,
  },
  {
    ...{ id: 'document-3', prefix: '3', name: 'Lecture slides, CS115B' },
    counts: { wrong: 5, imprecise: 4, correct: 1 },
    load: async () => (await import('./document-3.js')).document3,
  },
  {
    ...{ id: 'papers', prefix: 'P', name: 'The papers themselves' },
    counts: { wrong: 7, imprecise: 3 },
    load: async () => (await import('./papers.js')).papers,
  },
];
