/**
 * Bytes that someone else holds: in memory, or in a Blob or file of which parts are read.
 */
import { mustBe, PosencError, reason } from '../checks/errors.js';
import { checkBytes } from '../checks/limits.js';
import { whole } from '../checks/options.js';
import { guarded } from '../checks/record.js';
import { typedArrayName } from '../checks/typed-array-name.js';

/** A Blob, a File, or anything of which parts can be read. */
export interface Stored {
  readonly size: number;
  slice(begin: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** How to read it: every part that comes back is whole. */
export function partOf(file: Stored): { size: number; read(begin: number, end: number): Promise<Uint8Array> } {
  return {
    size: sizeOf(file),
    async read(begin, end) {
      checkBytes(end - begin, { field: 'file', what: 'this tensor' });
      const bytes = await bytesOf(file, begin, end);
      if (bytes.length === end - begin) return bytes;
      throw new PosencError('io', 'file', `the file ends at byte ${begin + bytes.length}, before byte ${end}`);
    },
  };
}

/** Of what may be any object. */
export function sizeOf(file: Stored): number {
  return guarded({ code: 'bad_argument', field: 'file', what: 'a Blob or a file' }, () =>
    whole(file?.size, 'file.size', 0),
  );
}

/** As much of [begin, end) as there is. */
export async function bytesOf(file: Stored, begin: number, end: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(begin, end).arrayBuffer());
  } catch (cause) {
    if (cause instanceof PosencError) throw cause; // of who holds the bytes, who knows more
    throw new PosencError('io', 'file', `the file could not be read: ${reason(cause)}`, { cause });
  }
}

/** The bytes of a Uint8Array or ArrayBuffer, of any realm. */
export function viewOf(bytes: unknown): Uint8Array {
  const subject = { code: 'bad_argument', field: 'bytes', what: 'a Uint8Array or an ArrayBuffer' } as const;
  return guarded(subject, () => {
    if (typedArrayName(bytes) === 'Uint8Array') {
      const { buffer, byteOffset, byteLength } = bytes as Uint8Array;
      return new Uint8Array(buffer, byteOffset, byteLength);
    }
    if (isArrayBuffer(bytes)) return new Uint8Array(bytes);
    throw mustBe(subject.code, 'bytes', subject.what, bytes);
  });
}

/** Asks the platform's own getter, which only a true ArrayBuffer satisfies. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  try {
    Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')!.get!.call(value);
    return true;
  } catch {
    return false;
  }
}
