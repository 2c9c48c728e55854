/**
 * How the result of an analysis is shown: its question, up to two figures, and the key numbers. An analysis that is not
 * listed shows its first outputs.
 */
import type { Matrix } from '../../lib/types/posenc.js';
import type { ParamValues } from '../state.js';

export type Outputs = Readonly<Record<string, number | Float64Array | Matrix<Float64Array> | undefined>>;

/** An output by name; `ntk[0]` is the first row of a matrix, `params.frequencies` a requested parameter. */
type Source = string;

interface Axes {
  readonly title: string;
  /** Defaults to 0, 1, 2 … */
  readonly x?: Source;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly logX?: boolean;
  readonly logY?: boolean;
}
/** Curves keyed by output; missing outputs are skipped. */
interface Lines extends Axes {
  readonly kind: 'lines';
  readonly of: Readonly<Record<Source, string>>;
  readonly dashed?: readonly Source[];
  /** In the order of the curves; defaults to 0, 1, 2 … */
  readonly colours?: readonly number[];
}
/** One curve per row (or column) of a matrix, named by a list output or by strings. */
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
  /** Outputs and their display names. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** Initial parameter values that differ from the defaults. */
  readonly start?: ParamValues;
  /** Initial source of each input: an encoding, none, or these numbers. */
  readonly inputs?: Readonly<Record<string, 'first' | 'second' | 'none' | { readonly numbers: string }>>;
}

/** Constructors of the figures. */
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
