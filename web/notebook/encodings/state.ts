/** The link of the page: the open row (`#rope`), or the state of the list (`#v=1&family=rotary&q=press`). */
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { Coding, Store } from '../history.js';
import { linked, named, oneOf, someOf } from '../kit/state.js';

export const orders = { family: 'family', name: 'name', year: 'year, newest first' } as const;
export const all = 'all';
const longestSearch = 80;

export interface EncodingsState {
  /** undefined for the list. */
  readonly row: string | undefined;
  readonly family: string;
  readonly search: string;
  readonly order: keyof typeof orders;
  /** Ids selected for comparison. */
  readonly ticked: readonly string[];
}
export type EncodingsStore = Store<EncodingsState>;

export function encodingsLink(encodings: readonly EncodingInfo[]): Coding<EncodingsState> {
  const ids = encodings.map(({ id }) => id);
  const list = linked({
    family: oneOf('family', all, [all, ...encodings.map(({ family }) => family)]),
    search: named('q', '', (text) => text.slice(0, longestSearch)),
    order: oneOf('sort', 'family', Object.keys(orders) as (keyof typeof orders)[]),
    ticked: someOf('tick', [], ids),
  });
  return {
    initial: { ...list.initial, row: undefined },
    decode(hash) {
      const row = ids.find((id) => `#${id}` === hash);
      return { ...(list.decode(hash) ?? list.initial), row };
    },
    encode: ({ row, ...state }) => (row === undefined ? list.encode(state) : `#${row}`),
  };
}
