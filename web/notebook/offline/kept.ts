/**
 * The files of one version of the pages in their own cache. A file is served only if its digest matches the list. A
 * missing or damaged file is fetched again, and a different file from the server is never stored.
 */
/** Path relative to the pages' folder → first 16 bytes of the SHA-256 of the content, in base64. */
export type Files = Readonly<Record<string, string>>;

/** The list of files, stored in the cache of a complete version that is in use. */
const list = 'files.json';
/** Maximum concurrent requests. */
const atOnce = 6;

export class Kept {
  /** @param folder address of the pages, with a trailing slash */
  constructor(
    readonly folder: string,
    readonly version: string,
    readonly files: Files,
  ) {}

  /** The stored file, or undefined. */
  async give(path: string): Promise<Response | undefined> {
    // a search by name creates no cache, so one that was deleted stays away
    const kept = await caches.match(this.folder + path, { cacheName: this.#name, ignoreVary: true });
    if (!kept) return undefined;
    const body = await kept.arrayBuffer();
    if ((await digestOf(body)) === this.files[path]) return new Response(body, { headers: kept.headers });
    await (await this.#cache()).delete(this.folder + path, { ignoreVary: true });
    return undefined;
  }

  /**
   * Fetches and stores a file. Rejects if the server does not have it in this version. `cache`: the open cache of a longer
   * job. If it was deleted meanwhile, opening it by name would create it again.
   */
  async fetch(path: string, cache?: Cache): Promise<Response> {
    // the browser's cache may hold an older version
    for (const from of ['default', 'reload'] as const) {
      const answer = await fetch(this.folder + path, { cache: from, credentials: 'same-origin' });
      const body = answer.ok ? await answer.arrayBuffer() : undefined;
      if (body && (await digestOf(body)) === this.files[path]) return this.#keep(path, body, answer.headers, cache);
    }
    throw new Error(`the server has ${path} of another version`);
  }

  /** Stores the missing files of `paths`: from caches of other versions if identical, else from the server. */
  async fill(paths: readonly string[], others: readonly Kept[] = []): Promise<void> {
    const cache = await this.#cache();
    const there = new Set((await cache.keys()).map(({ url }) => url));
    const missing = paths.filter((path) => !there.has(this.folder + path));
    const work = async (): Promise<void> => {
      for (let path = missing.shift(); path !== undefined; path = missing.shift())
        await this.#bring(path, others, cache);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /** Marks this version as in use. */
  async use(): Promise<void> {
    await (await this.#cache()).put(this.folder + list, Response.json(this.files));
  }

  async #bring(path: string, others: readonly Kept[], cache: Cache): Promise<void> {
    for (const other of others) {
      const same = other.files[path] === this.files[path] ? await other.give(path) : undefined;
      if (same) return void (await this.#keep(path, await same.arrayBuffer(), same.headers, cache));
    }
    await this.fetch(path, cache);
  }

  async #keep(path: string, body: ArrayBuffer, given: Headers, cache?: Cache): Promise<Response> {
    const headers = new Headers(given);
    // headers of the encoded body
    for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
    const open = cache ?? ((await caches.has(this.#name)) ? await this.#cache() : undefined);
    // still returns the file if the cache is full
    await open?.put(this.folder + path, new Response(body, { headers })).catch(() => undefined);
    return new Response(body, { headers });
  }

  get #name(): string {
    return prefixOf(this.folder) + this.version;
  }
  #cache(): Promise<Cache> {
    return caches.open(this.#name);
  }
}

const prefixOf = (folder: string): string => `posenc ${folder} `;

/** Versions that were in use in this folder, newest last, except `version`. */
export async function before(folder: string, version: string): Promise<Kept[]> {
  const versions = (await namesOf(folder)).map((name) => name.slice(prefixOf(folder).length));
  const found = versions.map(async (one): Promise<Kept[]> => {
    const cache = await caches.open(prefixOf(folder) + one);
    const files = await cache.match(folder + list);
    return files && one !== version ? [new Kept(folder, one, (await files.json()) as Files)] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Deletes the caches of versions not in `still`. */
export async function forget(folder: string, still: readonly string[] = []): Promise<void> {
  const names = await namesOf(folder);
  const kept = still.map((version) => prefixOf(folder) + version);
  await Promise.all(names.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
}

const namesOf = async (folder: string): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(prefixOf(folder)));

async function digestOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body), 0, 16);
  return btoa(String.fromCharCode(...digest));
}
