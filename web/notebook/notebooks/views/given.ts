/** Arguments of a view: a spec, and options with the names and limits of the page. */
import { PosencError } from '../../../lib/checks/errors.js';
import { finite, isRecord, maybe, type Optional, text, type Schema } from '../../../lib/checks/schema.js';
import type { Posenc } from '../../library.js';
import type { DraftSpec } from '../../state.js';
import type { Plain, RunNow } from '../protocol.js';

export type Of = Readonly<Record<string, Plain>>;
export type Tell = (now: RunNow) => void;
/** @param tell reports the state of a view to its cell */
export type MakeView = (pe: Posenc, of: Of, tell: Tell) => HTMLElement | Promise<HTMLElement>;

/** The library validates the details. */
export const specSchema: Schema<DraftSpec> = {
  read(value, field) {
    if (!isRecord(value)) throw new PosencError('bad_argument', field, `${field} must be an object`);
    text.read(value['encoding'], `${field}.encoding`);
    return value as DraftSpec;
  },
  write: () => undefined,
};

/** @param fits check of the page's state */
export const within = (fits: (value: number) => boolean, page: string): Optional<number> =>
  maybe({
    read(value, field) {
      const number = finite.read(value, field);
      if (!fits(number))
        throw new PosencError('bad_argument', field, `${field} must be one that the page ${page} takes, got ${number}`);
      return number;
    },
    write: () => undefined,
  });

/** Fills in defaults; parsed objects have no undefined fields. */
export const filled = <G extends object, U extends object>(given: G, usual: U): Omit<G, keyof U> & U =>
  ({ ...usual, ...given }) as Omit<G, keyof U> & U;
