/**
 * How the answer of an analysis is shown: the question that it answers, at most two figures, and the numbers that people
 * ask for. An analysis that is not listed shows its first results as they come.
 */
import type { Matrix } from '../../lib/types/posenc.js';
import type { ParamValues } from '../state.js';

export type Outputs = Readonly<Record<string, number | Float64Array | Matrix<Float64Array> | undefined>>;

/** An output by its name; `ntk[0]` is the first row of a matrix, `params.frequencies` what was asked for. */
type Source = string;

interface Axes {
  readonly title: string;
  /** 0, 1, 2 … when left out. */
  readonly x?: Source;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly logX?: boolean;
  readonly logY?: boolean;
}
/** Curves by their names; those that are not there are left out. */
interface Lines extends Axes {
  readonly kind: 'lines';
  readonly of: Readonly<Record<Source, string>>;
  readonly dashed?: readonly Source[];
  /** In the order of the curves; 0, 1, 2 … when left out. */
  readonly colours?: readonly number[];
}
/** A curve for each row of a matrix, or for each column, named by a list, or by words. */
export interface Rows extends Axes {
  readonly kind: 'rows' | 'columns';
  readonly of: Source;
  readonly prefix: string;
  readonly names?: Source | readonly string[];
}
export interface Stems extends Axes {
  readonly kind: 'stems';
  readonly of: Source;
}
interface MapFigure {
  readonly kind: 'map';
  readonly title: string;
  readonly of: Source;
  readonly row: string;
  readonly column: string;
}
export type FigureDesign = Lines | Rows | Stems | MapFigure;

export interface Design {
  readonly question: string;
  readonly figures: readonly FigureDesign[];
  /** Outputs with names for people. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** What is asked for at first, beside the defaults. */
  readonly start?: ParamValues;
  /** Where inputs come from at first: an encoding, nothing, or these numbers. */
  readonly inputs?: Readonly<Record<string, 'first' | 'second' | 'none' | { readonly numbers: string }>>;
}

/** The figures, by what they show and their titles. */
export const lines = (of: Lines['of'], title: string, more: Omit<Lines, 'kind' | 'of' | 'title'>): Lines => ({
  ...{ kind: 'lines', of, title, ...more },
});
export const rows = (of: Source, title: string, more: Omit<Rows, 'kind' | 'of' | 'title'>): Rows => ({
  ...{ kind: 'rows', of, title, ...more },
});
export const map = (of: Source, title: string, row = 'position', column = 'position'): MapFigure => ({
  ...{ kind: 'map', of, title, row, column },
});
export const byPosition = { xTitle: 'position' };
export const byOffset = { xTitle: 'offset' };
