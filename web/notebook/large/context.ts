/** Context of every part of the page of large tables. */
import type { Posenc } from '../library.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { Judged } from '../kit/accepted.js';
import type { Machines } from './machines.js';
import type { LargeStore } from './state.js';

export interface Context extends Judged {
  readonly pe: Posenc;
  /** Encodings with a table. */
  readonly encodings: readonly EncodingInfo[];
  readonly store: LargeStore;
  readonly machines: Machines;
}
