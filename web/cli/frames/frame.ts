/**
 * The messages of `posenc calls --frames`: JSON for what is text, bytes for arrays, so that numbers keep their bits.
 *
 *   length of the head in bytes (4 bytes, little-endian), the head (JSON in UTF-8), then the arrays that
 *   head.arrays describes, [{ type, count }], in their order and with nothing between them
 *
 * `type` is one of `types`, as NumPy writes them.
 */
import { once } from 'node:events';
import { parseJson } from '../../lib/checks/json.js';
import { PosencError } from '../../lib/checks/errors.js';
import { checkBytes } from '../../lib/checks/limits.js';
import { isRecord } from '../../lib/checks/schema.js';
import { typedArrayName } from '../../lib/checks/typed-array-name.js';

export type Numbers = ArrayBufferView<ArrayBuffer> & ArrayLike<number | bigint>;
interface Made {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer): Numbers;
}

const float16 = (globalThis as { Float16Array?: Made }).Float16Array;

/** Array class of each type name. Float16 arrays stay bits if the JavaScript engine has no class for them. */
const types: Readonly<Record<string, Made>> = {
  '<f8': Float64Array,
  '<f4': Float32Array,
  ...(float16 && { '<f2': float16 }),
  '<i8': BigInt64Array,
  '<u8': BigUint64Array,
  '<i4': Int32Array,
  '<u4': Uint32Array,
  '<i2': Int16Array,
  '<u2': Uint16Array,
  '|i1': Int8Array,
  '|u1': Uint8Array,
};

export function typeOf(array: Numbers): string {
  const name = typedArrayName(array)?.replace('Clamped', '');
  const found = Object.entries(types).find(([, made]) => made.name === name);
  if (found) return found[0];
  throw new PosencError('internal', '', 'the result has an array of a type that frames do not support');
}

export interface Frame {
  readonly head: Readonly<Record<string, unknown>>;
  readonly arrays: readonly Numbers[];
}

/** Yields the frames of a stream, which may end only between two frames. */
export async function* framesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Frame, void, undefined> {
  const bytes = new Reader(stream);
  for (;;) {
    const prefix = await bytes.take(4, true);
    if (!prefix) return;
    const length = new DataView(prefix).getUint32(0, true);
    const head = parseJson(textOf(await bytes.take(length)), { field: 'frame' });
    if (!isRecord(head) || !Array.isArray(head['arrays'])) throw broken('its header has no list of arrays');
    const arrays: Numbers[] = [];
    for (const described of head['arrays'] as readonly unknown[]) {
      const { type = '', count } = isRecord(described) ? (described as { type?: string; count?: number }) : {};
      const kind = Object.hasOwn(types, type) ? types[type] : undefined;
      if (!kind || count === undefined || !Number.isSafeInteger(count) || count < 0)
        throw broken('the description of an array is not valid');
      arrays.push(new kind(await bytes.take(count * kind.BYTES_PER_ELEMENT)));
    }
    yield { head, arrays };
  }
}

const broken = (what: string): PosencError => new PosencError('bad_argument', 'frame', `this is not a frame: ${what}`);

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw broken('its header is not UTF-8');
  }
}

/** Reads a given number of bytes at a time from a stream. */
class Reader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #left: Uint8Array = new Uint8Array(0);

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  take(count: number): Promise<ArrayBuffer>;
  take(count: number, mayEnd: true): Promise<ArrayBuffer | undefined>;
  async take(count: number, mayEnd = false): Promise<ArrayBuffer | undefined> {
    checkBytes(count, { field: 'frame', what: 'a part of this frame' });
    // allocates only for bytes received, not for those promised
    const pieces: Uint8Array[] = [];
    let filled = 0;
    while (filled < count) {
      if (this.#left.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done && filled === 0 && mayEnd) return undefined;
        if (done) throw broken('it ends before its last byte');
        this.#left = value;
      }
      const piece = this.#left.subarray(0, count - filled);
      pieces.push(piece);
      this.#left = this.#left.subarray(piece.length);
      filled += piece.length;
    }
    const taken = new Uint8Array(count);
    let at = 0;
    for (const piece of pieces) {
      taken.set(piece, at);
      at += piece.length;
    }
    return taken.buffer;
  }
}

/** Writes a frame after the reader has consumed earlier data; a single write if it has no arrays. */
export async function writeFrame(
  stream: NodeJS.WritableStream,
  head: string,
  arrays: readonly Numbers[],
): Promise<void> {
  const text = new TextEncoder().encode(head);
  const first = new Uint8Array(4 + text.length);
  new DataView(first.buffer).setUint32(0, text.length, true);
  first.set(text, 4);
  const rest = arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  for (const piece of [first, ...rest]) if (!stream.write(piece)) await once(stream, 'drain');
}
