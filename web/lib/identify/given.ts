/** The given numbers as a matrix, and the precision of each. */
import type { NumbersFormat } from '../types/identify.js';
import { type Format, formatOf, unit } from './formats.js';
import type { Subject } from './forms.js';
import type { PastedNumbers } from './text.js';

export interface Given {
  readonly subject: Subject;
  readonly data: ArrayLike<number>;
  /** 1 for a list of frequencies. */
  readonly rows: number;
  readonly cols: number;
  readonly firstPosition: number;
  readonly format: NumbersFormat;
  /** Relative rounding of the operations that computed them. */
  readonly arithmetic: number;
  /** Rounding error of a stored number: half a unit of its format, or half of the last printed digit. */
  slack(index: number): number;
}

interface Parts {
  readonly subject: Subject;
  readonly data: ArrayLike<number>;
  readonly rows: number;
  readonly cols: number;
  readonly firstPosition: number;
}

/**
 * Numbers in memory or from a file. A list of frequencies that are all bf16 or fp16 numbers is still compared as
 * float32: rounding them is a mistake with its own name.
 */
export function givenNumbers(parts: Parts): Given {
  const format = formatOf(parts.data);
  const stored: Format = parts.subject === 'frequencies' && format !== 'float64' ? 'float32' : format;
  const half = unit[stored];
  const least = stored === 'fp16' ? 2 ** -25 : 0;
  return {
    ...parts,
    format,
    arithmetic: format === 'float64' ? 2 ** -51 : 2 ** -24,
    slack: (i) => Math.max(half * Math.abs(parts.data[i]!), least),
  };
}

/** Numbers from text, each with the possible rounding error of its digits. */
export function givenText(parts: Parts, { halves, shown }: Pick<PastedNumbers, 'halves' | 'shown'>): Given {
  const { data } = parts;
  const isFloat32 = Array.from(data).every((x, i) => Math.abs(x - Math.fround(x)) <= shown[i]!);
  return {
    ...parts,
    format: 'text',
    arithmetic: isFloat32 ? 2 ** -24 : 2 ** -51,
    slack: (i) => Math.max(halves[i]!, (isFloat32 ? 2 ** -24 : 2 ** -53) * Math.abs(data[i]!)),
  };
}
