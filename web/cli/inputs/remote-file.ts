/**
 * A remote file whose parts are read by range requests (RFC 9110, section 14), with limits on bytes, redirects, idle
 * time and total time. If the server does not support ranges, the file is read from its beginning as far as needed. A
 * token is sent to only one origin, wherever redirects lead.
 */
import { PosencError, reason } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import type { Stored } from '../../lib/files/stored.js';
import { version } from '../command.js';
import { StoredStream } from '../stored-file.js';
import { isLoopback, isPrivate, refused, withoutSecrets } from './hub-address.js';

export interface Reach {
  /** Authorization, sent only to `tokenOrigin`. */
  readonly token?: string | undefined;
  readonly tokenOrigin?: string;
  /** Milliseconds without a response or another byte before a request is abandoned. */
  readonly patience?: number;
  /** Milliseconds for all requests for one file. */
  readonly deadline?: number;
  /** Maximum bytes to read from one file. */
  readonly most?: number;
  readonly fetch?: typeof fetch;
}

const maxRedirects = 5;
/** First request: all of a config.json, or the head of a GGUF file. */
const firstBytes = 2 ** 20;
/** The header of a GGUF file ends before 64 MiB (gguf-cursor.ts); twice that is ample. */
const mostBytes = 2 ** 27;
const usualPatience = 30_000;
const usualDeadline = 300_000;
/** A server that sends shorter ranges would need too many requests. */
const leastPart = 2 ** 16;

/** Opens a file while `use` runs. @param given its name in errors */
export async function withRemote<T>(
  given: string,
  url: URL,
  reach: Reach,
  use: (file: Stored) => Promise<T>,
): Promise<T> {
  const name = printable(given, 200);
  const asked = new Asked(given, reach);
  try {
    return await use(await opened(asked, url));
  } catch (thrown) {
    if (!(thrown instanceof PosencError)) throw thrown;
    if (thrown.message.startsWith(`${name}: `)) throw thrown;
    throw new PosencError(thrown.code, thrown.code === 'io' ? name : thrown.field, `${name}: ${thrown.message}`, {
      cause: thrown,
    });
  } finally {
    asked.end();
  }
}

/** Reads a whole text of at most `most` bytes: the list of a repository. */
export const remoteText = (given: string, url: URL, reach: Reach, most: number): Promise<string> =>
  withRemote(given, url, { ...reach, most }, async (file) => {
    if (file.size > most && file.size < Number.MAX_SAFE_INTEGER)
      throw new PosencError('too_large', 'file', `it has ${file.size} bytes; at most ${most} are read`);
    return new TextDecoder().decode(await file.slice(0, most).arrayBuffer());
  });

async function opened(asked: Asked, url: URL): Promise<Stored> {
  const first = await asked.get(url, 0, Math.min(firstBytes, asked.most));
  const { response, total, at } = first;
  if (response.status === 200) {
    const stream = new StoredStream(asked.parts(response), 'a server that knows no ranges');
    return { size: total, slice: (begin, end) => stream.slice(begin, Math.min(end, total)) };
  }
  const head = await asked.bytes(first, first.length);
  /** A server may send less than the requested range. */
  const part = async (begin: number, end: number): Promise<ArrayBuffer> => {
    if (end <= head.length) return head.slice(begin, end).buffer;
    const parts: Uint8Array[] = [];
    for (let next = begin; next < end; next += parts.at(-1)!.length) {
      const answer = await asked.get(at, next, end);
      if (answer.response.status !== 206 || answer.total !== total)
        throw new PosencError('io', 'file', `${printable(at.host)} changed the file during the download`);
      parts.push(await asked.bytes(answer, end - next));
    }
    return new Uint8Array(Buffer.concat(parts)).buffer;
  };
  return { size: total, slice: (begin, end) => ({ arrayBuffer: () => part(begin, Math.min(end, total)) }) };
}

interface Answer {
  readonly response: Response;
  /** Bytes of the response and of the whole file; an upper bound if the server does not report them. */
  readonly length: number;
  readonly total: number;
  /** URL after redirects. */
  readonly at: URL;
}

/** The requests for one file. */
class Asked {
  readonly #given: string;
  readonly #reach: Reach;
  readonly most: number;
  readonly #patience: number;
  #control = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  readonly #end: NodeJS.Timeout;
  #late: Error | undefined;
  #taken = 0;

  constructor(given: string, reach: Reach) {
    this.#given = given;
    this.#reach = reach;
    this.most = reach.most ?? mostBytes;
    this.#patience = reach.patience ?? usualPatience;
    const deadline = reach.deadline ?? usualDeadline;
    this.#end = setTimeout(() => {
      this.#late = new Error(`it was not there after ${deadline} ms`);
      this.#control.abort(this.#late);
    }, deadline);
  }

  /** Requests bytes [begin, end); a server without ranges returns the whole file. */
  async get(url: URL, begin: number, end: number): Promise<Answer> {
    if (end - begin > this.most - this.#taken) throw this.#tooMuch();
    let at = url;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const response = await this.#once(at, { range: `bytes=${begin}-${end - 1}` });
      const next = redirected(response, at);
      if (next === undefined) return { response, at, ...this.#sizes(response, at, begin, end) };
      await response.body?.cancel().catch(() => undefined);
      at = next;
    }
    throw new PosencError('io', 'file', `${printable(url.host)} redirects more than ${maxRedirects} times`);
  }

  async #once(at: URL, headers: Readonly<Record<string, string>>): Promise<Response> {
    const { token, tokenOrigin, fetch: ask = fetch } = this.#reach;
    this.#control = new AbortController();
    if (this.#late) this.#control.abort(this.#late);
    this.#wait();
    try {
      return await ask(at, {
        redirect: 'manual',
        signal: this.#control.signal,
        headers: {
          ...headers,
          'accept-encoding': 'identity', // ranges count bytes of the file
          'user-agent': `posenc/${version()}`,
          ...(token && at.origin === tokenOrigin && { authorization: `Bearer ${token}` }),
        },
      });
    } catch (cause) {
      throw this.#failed(`${printable(at.host)} could not be reached`, cause);
    }
  }

  #sizes(response: Response, at: URL, begin: number, end: number): { length: number; total: number } {
    if (response.status === 200) {
      const length = Number(response.headers.get('content-length') ?? Number.MAX_SAFE_INTEGER);
      return { length, total: length };
    }
    if (response.status !== 206) refused(this.#given, at, response);
    const range = response.headers.get('content-range') ?? '';
    const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(range) ?? [];
    const length = Number(last) + 1 - begin;
    if (Number(first) !== begin || !(length > 0))
      throw new PosencError(
        'io',
        'file',
        `${printable(at.host)} gave the range '${printable(range)}' for byte ${begin}`,
      );
    // the end of a file of unknown length is unknown
    const rest = total !== '*' ? Number(total) - begin : begin === 0 ? 0 : Infinity;
    const least = Math.min(leastPart, end - begin, rest);
    if (length < least)
      throw new PosencError(
        'io',
        'file',
        `${printable(at.host)} gave ${length} bytes of a range; at least ${least} are due`,
      );
    return { length, total: total === '*' ? Number.MAX_SAFE_INTEGER : Number(total) };
  }

  /** Returns at most `count` bytes of a response, without waiting for more. */
  async bytes({ response, length }: Answer, count: number): Promise<Uint8Array<ArrayBuffer>> {
    const wanted = Math.min(count, length);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of this.parts(response)) {
      parts.push(part);
      size += part.length;
      if (size >= wanted) break;
    }
    if (size < wanted) throw new PosencError('io', 'file', `the connection ended after ${size} of ${wanted} bytes`);
    return new Uint8Array(Buffer.concat(parts).subarray(0, wanted));
  }

  /** Yields the body as it arrives, within the limits. */
  async *parts({ body }: Response): AsyncGenerator<Buffer, void, undefined> {
    if (!body) return;
    const reader = body.getReader();
    try {
      for (;;) {
        this.#wait();
        const { value, done } = await reader.read().catch((cause: unknown) => {
          throw this.#failed(`the connection ended after ${this.#taken} bytes`, cause);
        });
        clearTimeout(this.#timer);
        if (done) return;
        this.#taken += value.length;
        if (this.#taken > this.most) throw this.#tooMuch();
        yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      }
    } finally {
      this.stop();
    }
  }

  /** Cancels all requests in progress. */
  end(): void {
    clearTimeout(this.#end);
    this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#control.abort();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const control = this.#control;
    this.#timer = setTimeout(() => control.abort(new Error(`nothing came for ${this.#patience} ms`)), this.#patience);
  }

  #tooMuch(): PosencError {
    return new PosencError(
      'too_large',
      'file',
      `more than ${this.most} bytes of it are needed, the most that are read`,
    );
  }

  /** fetch puts the reason of a failure in the cause; our own abort is the reason itself. */
  #failed(what: string, cause: unknown): PosencError {
    clearTimeout(this.#timer);
    const { reason: given, aborted } = this.#control.signal;
    const inner = aborted ? (given as unknown) : ((cause as { cause?: unknown })?.cause ?? cause);
    const code = (inner as { code?: unknown })?.code;
    const why = reason(inner).replace(/https?:\S+/gi, withoutSecrets);
    const said = typeof code === 'string' && !why.includes(code) ? `${why} (${code})` : why;
    return new PosencError('io', 'file', `${what}: ${said}`, { cause });
  }
}

/** Returns the target of a redirect; rejects redirects from https to http. */
function redirected(response: Response, at: URL): URL | undefined {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined;
  const next = URL.canParse(location, at) ? new URL(location, at) : undefined;
  const isSafe = next?.protocol === 'https:' || (next?.protocol === 'http:' && at.protocol === 'http:');
  const isOpen = next && (!isPrivate(next) || isLoopback(at) || next.hostname === at.hostname);
  if (isSafe && isOpen && next.username === '' && next.password === '') return next;
  throw new PosencError(
    'io',
    'file',
    `${printable(at.host)} redirects to '${printable(withoutSecrets(location))}', where it is not followed: only from https: to https:, without a password, and to a private network from this machine alone`,
  );
}
