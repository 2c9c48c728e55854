/** Bytes of the caller: in memory, or in a Blob or file that is read in parts. */
import { mustBe, PosencError, reason } from '../checks/errors.js';
import { checkBytes } from '../checks/limits.js';
import { whole } from '../checks/options.js';
import { guarded } from '../checks/record.js';
import { typedArrayName } from '../checks/typed-array-name.js';

/** A Blob, a File, or anything that can be read in parts. */
export interface Stored {
  readonly size: number;
  slice(begin: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Reads parts of the file; each returned part is complete. */
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

/** The size of any object, checked. */
export function sizeOf(file: Stored): number {
  return guarded({ code: 'bad_argument', field: 'file', what: 'a Blob or a file' }, () =>
    whole(file?.size, 'file.size', 0),
  );
}

/** Reads the available bytes of [begin, end). */
export async function bytesOf(file: Stored, begin: number, end: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(begin, end).arrayBuffer());
  } catch (cause) {
    if (cause instanceof PosencError) throw cause; // the owner of the bytes knows more
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

/** Calls the platform's own getter, which only accepts a true ArrayBuffer. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  try {
    Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')!.get!.call(value);
    return true;
  } catch {
    return false;
  }
}
