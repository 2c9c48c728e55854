/**
 * Random access to parts of a file, and lazy access to the beginning of a stream.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { errorAbout, PosencError, reason } from '../lib/checks/errors.js';
import { printable } from '../lib/checks/show.js';
import type { Stored } from '../lib/files/stored.js';

/** Opens a file while `use` runs. Errors contain its name. */
export async function withFile<T>(path: string, use: (file: Stored) => Promise<T>): Promise<T> {
  const name = printable(path, 200);
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const stat = await file.stat();
    if (stat.isDirectory()) throw new PosencError('io', name, 'it is a folder; name the file in it');
    const { size } = stat;
    // Pipes and devices have no size.
    if (size === 0) return await use(new StoredStream(file.createReadStream({ autoClose: false })));
    return await use({ size, slice: (begin, end) => part(file!, begin, Math.min(end, size)) });
  } catch (thrown) {
    if (thrown instanceof PosencError)
      throw new PosencError(thrown.code, thrown.code === 'io' ? name : thrown.field, `${name}: ${thrown.message}`);
    throw errorAbout('io', name, `could not be read: ${reason(thrown)}`, { cause: thrown });
  } finally {
    await file?.close();
  }
}

/** Maximum bytes held if all of standard input may be needed. */
const maxInput = 2 ** 30;

/** Reads standard input to its end before `use` runs. */
export async function withWholeInput<T>(use: (file: Stored) => Promise<T>): Promise<T> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > maxInput)
      throw errorAbout('too_large', 'standard input', `has more than ${maxInput} bytes; give the file`);
  }
  return use(new Blob(parts as Uint8Array<ArrayBuffer>[]));
}

function part(file: FileHandle, begin: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } {
  return {
    async arrayBuffer() {
      const bytes = new Uint8Array(end - begin);
      let at = 0;
      while (at < bytes.length) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, begin + at);
        if (bytesRead === 0) break;
        at += bytesRead;
      }
      return bytes.buffer.slice(0, at);
    },
  };
}

/** Maximum bytes of a stream that are held: a header and the requested tensors after it. */
const maxHeld = 2 ** 27;

/** The beginning of a stream of unknown length, read on demand. */
export class StoredStream implements Stored {
  readonly size = Number.MAX_SAFE_INTEGER;
  readonly #parts: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);
  #ended = false;

  /** @param what name of the stream in errors */
  constructor(
    stream: AsyncIterable<Buffer>,
    readonly what = 'a stream',
  ) {
    this.#parts = stream[Symbol.asyncIterator]();
  }

  slice(begin: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } {
    if (end > maxHeld && begin >= maxHeld) {
      const what = `byte ${begin} is asked for, but of ${this.what} at most ${maxHeld} bytes are held; give the file`;
      throw new PosencError('too_large', 'standard input', what);
    }
    return { arrayBuffer: async () => new Uint8Array((await this.upTo(end)).subarray(begin, end)).buffer };
  }

  /** Returns its first `end` bytes, or all if there are fewer. */
  async upTo(end: number): Promise<Buffer> {
    const parts = [this.#held];
    let bytes = this.#held.length;
    while (bytes < Math.min(end, maxHeld) && !this.#ended) {
      const { value, done } = await this.#parts.next();
      if (done) this.#ended = true;
      else bytes += value.length;
      if (!done) parts.push(value);
    }
    if (parts.length > 1) this.#held = Buffer.concat(parts);
    return this.#held.subarray(0, end);
  }
}
