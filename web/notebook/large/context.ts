/** What every part of the page of large tables gets. */
import type { Signal } from '@preact/signals-core';
import type { EncodingSpec, Posenc, Shape } from '../../lib/types/posenc.js';
import type { Store } from '../history.js';
import type { LargeState } from './state.js';

export interface Accepted {
  readonly spec: EncodingSpec;
  readonly shape: Shape;
}
export interface Context extends Pick<Store<LargeState>, 'state' | 'update'> {
  readonly pe: Posenc;
  /** The last spec that the library accepted, and its sizes. */
  readonly accepted: Signal<Accepted | undefined>;
}
