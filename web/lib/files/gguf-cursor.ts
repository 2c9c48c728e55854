/**
 * A position in a GGUF file with a window of bytes: reads numbers and strings, and skips the rest. Readers call `need`
 * first, which yields if the bytes are not in the window.
 */
import type { ErrorCode } from '../checks/errors.js';
import type { GgufValue } from '../types/gguf.js';

/** Bytes [begin, end) of the file to fetch. */
export interface Wanted {
  readonly begin: number;
  readonly end: number;
}
export type Steps<T> = Generator<Wanted, T, Uint8Array>;

/** Bytes fetched at a time. */
const windowBytes = 2 ** 20;
/** Limit of the end of a header; the vocabulary of a published one takes below 20 MB. */
export const maxHeaderBytes = 64 * 2 ** 20;
/** Limit for a key (set by the format) and for the name of a tensor. */
const maxNameBytes = 65_535;
/** Limit for one kept string; and for the bytes of strings and list items kept in all. */
const maxTextBytes = 8192;
const maxKept = 2 ** 20;

type Refuse = (code: ErrorCode, part: string, what: string) => never;

export class GgufCursor {
  /** Byte of the file. */
  at = 0;
  bigEndian = false;
  readonly #refuse: Refuse;
  readonly #utf8 = new TextDecoder();
  #window: DataView = new DataView(new ArrayBuffer(0));
  /** Byte of the file at which the window begins. */
  #begin = 0;
  #kept = 0;

  constructor(
    readonly size: number,
    refuse: Refuse,
  ) {
    this.#refuse = refuse;
  }

  /** Ensures that the next `count` bytes are in the window. */
  *need(count: number, part: string): Steps<void> {
    if (this.at + count <= this.#begin + this.#window.byteLength && this.at >= this.#begin) return;
    this.checkAhead(count, 1, part);
    const end = Math.min(this.size, this.at + Math.max(count, windowBytes));
    const bytes = yield { begin: this.at, end };
    if (bytes.length < count)
      this.#refuse('bad_argument', part, `it is cut off in ${part}, at byte ${this.at + bytes.length}`);
    this.#window = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#begin = this.at;
  }

  /** Throws if the file or the header limit ends before `count` items of at least `bytes` bytes. */
  checkAhead(count: number, bytes: number, part: string): void {
    const needed = count * bytes;
    if (needed > this.size - this.at)
      this.#refuse(
        'bad_argument',
        part,
        `${part} needs ${needed} bytes from byte ${this.at}, but it ends at ${this.size}`,
      );
    if (needed > maxHeaderBytes - this.at)
      this.#refuse(
        'too_large',
        part,
        `with ${part} its header has more than ${maxHeaderBytes} bytes, the most that are read`,
      );
  }

  skip(bytes: number, part: string): void {
    this.checkAhead(bytes, 1, part);
    this.at += bytes;
  }

  *skipTexts(count: number, part: string): Steps<void> {
    for (let i = 0; i < count; i++) {
      yield* this.need(8, part);
      this.skip(this.size64(part), part);
    }
  }

  /** Reads a key or a name. */
  *name(part: string): Steps<string> {
    yield* this.need(8, part);
    const length = this.size64(part);
    if (length > maxNameBytes)
      this.#refuse('too_large', part, `${part} has ${length} bytes; at most ${maxNameBytes} are read`);
    yield* this.need(length, part);
    return this.#utf8.decode(this.bytes(length));
  }

  /** Reads a string; undefined for one that is too long to be kept. */
  *text(part: string): Steps<string | undefined> {
    yield* this.need(8, part);
    const length = this.size64(part);
    if (length > maxTextBytes || !this.keeps(length)) {
      this.skip(length, part);
      return undefined;
    }
    yield* this.need(length, part);
    return this.#utf8.decode(this.bytes(length));
  }

  /** Reserves room for `count` more; false if the limit is reached. */
  keeps(count: number): boolean {
    if (this.#kept + count > maxKept) return false;
    this.#kept += count;
    return true;
  }

  bytes(count: number): Uint8Array {
    const { buffer, byteOffset } = this.#window;
    return new Uint8Array(buffer, byteOffset + this.#take(count), count);
  }

  u32(): number {
    return this.#window.getUint32(this.#take(4), !this.bigEndian);
  }

  /** Reads 64 bits that count bytes or items. */
  size64(part: string): number {
    const value = this.value(10);
    return typeof value === 'number'
      ? value
      : this.#refuse('too_large', part, `${part} is said to have ${String(value)} bytes or items`);
  }

  count(most: number, what: string): number {
    const given = this.value(10) as number | bigint;
    return given <= most
      ? Number(given)
      : this.#refuse('too_large', what, `it is said to have ${given} ${what}; at most ${most} are read`);
  }

  /** Reads a value of a type with a fixed size. */
  value(type: number): GgufValue {
    const view = this.#window;
    const little = !this.bigEndian;
    switch (type) {
      case 0:
        return view.getUint8(this.#take(1));
      case 1:
        return view.getInt8(this.#take(1));
      case 2:
        return view.getUint16(this.#take(2), little);
      case 3:
        return view.getInt16(this.#take(2), little);
      case 4:
        return view.getUint32(this.#take(4), little);
      case 5:
        return view.getInt32(this.#take(4), little);
      case 6:
        return view.getFloat32(this.#take(4), little);
      case 7:
        return view.getUint8(this.#take(1)) !== 0;
      case 10:
        return asNumber(view.getBigUint64(this.#take(8), little));
      case 11:
        return asNumber(view.getBigInt64(this.#take(8), little));
      default:
        return view.getFloat64(this.#take(8), little);
    }
  }

  #take(count: number): number {
    const at = this.at - this.#begin;
    this.at += count;
    return at;
  }
}

const asNumber = (value: bigint): number | bigint => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};
