/** A statement of a text about position encodings, judged: what it says, what holds, and a number that shows it. */
import type { Posenc } from '../library.js';

/** One number in two forms: as the statement has it, and as this browser computed it. */
export interface Figure {
  /** What is compared. Text between $ signs is TeX, here and below. */
  readonly what: string;
  /** What the statement gives or implies, or the left one of two `columns`; left out where it implies no number. */
  readonly printed?: number | string;
  readonly computed: number | string;
  /** Significant digits of both numbers; six when left out. */
  readonly digits?: number;
  /** Both numbers are factors and get a × in front. */
  readonly factor?: boolean;
}

/** What a text says: word for word, a string a passage, or in our words. */
type Said =
  | { readonly quoted: readonly string[]; readonly paraphrased?: never }
  | { readonly paraphrased: string; readonly quoted?: never };

interface Judged {
  /** Also the anchor of the row; `verdicts` has its verdict. */
  readonly id: string;
  readonly title: string;
  /** Why, in a few words, where the verdict alone would say too little. */
  readonly judgement?: string;
  readonly correct: string;
  /** Sources between commas. */
  readonly sources: string;
  /** What of this row was not read in the source itself. */
  readonly unconfirmed?: string;
  /**
   * Headings of the two columns of figures, both computed; “as the text implies” and “computed here” when left out. A number that
   * is computed comes from the library, never from here.
   */
  readonly columns?: readonly [string, string];
  /** How many figures `live` gives, for which room is kept. */
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
