/**
 * Reads untrusted plain objects: own enumerable data properties only, by name, so that prototypes, getters and
 * `__proto__` keys have no effect.
 */
import { errorAbout, type ErrorCode, mustBe, PosencError, reason } from './errors.js';
import { oneOf, printable, suggestion } from './show.js';

export interface Subject {
  readonly code: ErrorCode;
  readonly field: string;
  /** Completes "… must be". */
  readonly what: string;
}
export type Entries = ReadonlyMap<string, unknown>;

/** More keys than any valid object has; a larger object throws without listing them all. */
const maxKeys = 1000;

/** Reads the own properties of a plain object. An undefined value counts as absent. */
export function readRecord(value: unknown, subject: Subject): Entries {
  return guarded(subject, () => {
    if (!isPlain(value)) throw mustBe(subject.code, subject.field, subject.what, value);
    const keys = Object.keys(value);
    if (keys.length > maxKeys) throw errorAbout(subject.code, subject.field, `has ${keys.length} properties`);
    const entries = new Map<string, unknown>();
    for (const key of keys) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (property && !('value' in property)) {
        const field = `${subject.field}.${printable(key)}`;
        throw errorAbout(subject.code, field, 'is computed by a getter; give a plain value');
      }
      if (property?.value !== undefined) entries.set(key, property.value);
    }
    return entries;
  });
}

/** For a spec that looks like a config.json. */
export const ofConfig = '; importConfig reads a config.json';

/** Throws for the first key that is not `allowed`. `prefix` precedes the key in `field`. */
export function refuseUnknown(
  entries: Entries,
  allowed: readonly string[],
  code: ErrorCode,
  prefix: string,
  of: string,
): void {
  for (const key of entries.keys()) {
    if (allowed.includes(key)) continue;
    const name = printable(key);
    const known = allowed.length ? `allowed: ${oneOf(allowed)}` : 'it takes none';
    const note = key.startsWith('rope_') ? ofConfig : '';
    throw new PosencError(
      code,
      prefix + name,
      `${of} has no parameter '${name}'${suggestion(key, allowed)}; ${known}${note}`,
    );
  }
}

/** Runs `read`; anything a hostile object throws becomes a PosencError about `subject`. */
export function guarded<T>(subject: Subject, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof PosencError) throw thrown;
    throw errorAbout(subject.code, subject.field, `could not be read: ${reason(thrown)}`, {
      cause: thrown,
    });
  }
}

/** An object literal or one without a prototype, from any realm; not a class instance. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
