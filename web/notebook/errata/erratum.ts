/** A judged statement about position encodings: the claim, the correction, and a computed number that shows it. */
import type { Posenc } from '../library.js';

/** A number as stated, and as computed in this browser. */
export interface Figure {
  /** The quantity compared. Text between $ signs is TeX, here and below. */
  readonly what: string;
  /** The stated or implied value, or the left one of two `columns`; omitted if the statement implies no number. */
  readonly printed?: number | string;
  readonly computed: number | string;
  /** Significant digits of both numbers; 6 by default. */
  readonly digits?: number;
  /** Prefixes both numbers with ×. */
  readonly factor?: boolean;
}

/** The statement, either quoted (one string per passage) or paraphrased. */
type Said =
  | { readonly quoted: readonly string[]; readonly paraphrased?: never }
  | { readonly paraphrased: string; readonly quoted?: never };

interface Judged {
  /** Also the anchor of the row, and its key in `verdicts`. */
  readonly id: string;
  readonly title: string;
  /** A short reason, if the verdict alone is not clear. */
  readonly judgement?: string;
  readonly correct: string;
  /** Comma-separated sources. */
  readonly sources: string;
  /** Parts of this row that were not checked in the source itself. */
  readonly unconfirmed?: string;
  /**
   * Headings of the two columns of figures if both are computed; defaults to “as the text implies” and “computed here”.
   * Computed numbers must come from the library.
   */
  readonly columns?: readonly [string, string];
  /** Number of figures that `live` returns; space is reserved for them. */
  readonly figures?: number;
  readonly live?: (pe: Posenc, signal: AbortSignal) => Promise<readonly Figure[]>;
}

export type Erratum = Judged & Said;

export interface Document {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly rows: readonly Erratum[];
}
