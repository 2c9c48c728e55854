/** All judged documents in page order; each loads when it is opened. */
import type { Document } from './erratum.js';
import { type Verdict, verdicts } from '../generated/verdicts.js';

export interface Entry {
  readonly id: string;
  /** Prefix of the row numbers `2.1`, `2.2` … */
  readonly prefix: string;
  readonly name: string;
  readonly load: () => Promise<Document>;
}

export const documents: readonly Entry[] = [
  {
    id: 'document-0',
    prefix: '0',
    name: 'Paper on the NTK, anonymous',
    load: async () => (await import('./document-0.js')).document0,
  },
  {
    id: 'document-1',
    prefix: '1',
    name: 'arXiv page, Ito et al.',
    load: async () => (await import('./document-1.js')).document1,
  },
  {
    id: 'document-2',
    prefix: '2',
    name: 'Article, G. Aalipour',
    load: async () => (await import('./document-2.js')).document2,
  },
  {
    id: 'document-3',
    prefix: '3',
    name: 'Lecture slides, CS115B',
    load: async () => (await import('./document-3.js')).document3,
  },
  {
    id: 'papers',
    prefix: 'P',
    name: 'The papers themselves',
    load: async () => (await import('./papers.js')).papers,
  },
];

/** Number of statements of a document with this verdict. */
export const count = ({ prefix }: Entry, verdict: Verdict | 'all'): number =>
  Object.keys(verdicts).filter((id) => id.startsWith(`${prefix}.`) && (verdict === 'all' || verdicts[id] === verdict))
    .length;
