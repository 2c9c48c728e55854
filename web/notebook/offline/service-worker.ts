/**
 * The service worker of the pages: they open without a network once they were visited. A page that opens is of the
 * version that is in use, with all of its files, until the reader takes a newer one; nothing is asked of another address.
 *
 * Only what stands in the list of files is answered here. All else, and whatever is asked with `?sw=off` or as part of
 * another page (`?embed=1`, which has a header of its own), goes its way as if there were no service worker.
 */
import { type Files, Kept, before, forget } from './kept.js';

/** Put in by the build (web/tools/offline.mjs). */
declare const pagesVersion: string;
declare const firstFiles: Files;
declare const otherFiles: Files;

// The library of types that TypeScript has for these does not go with that of pages.
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Extendable & MessageEvent) => void): void;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
}
const scope = globalThis as unknown as Scope;

const folder = scope.registration.scope;
const first = Object.keys(firstFiles);
const rest = Object.keys(otherFiles);
const files: Files = { ...firstFiles, ...otherFiles };
const current = new Kept(folder, pagesVersion, files);

scope.addEventListener('install', (event) =>
  event.waitUntil(before(folder, pagesVersion).then((others) => current.fill(first, others.reverse()))),
);

scope.addEventListener('activate', (event) => event.waitUntil(activate()));

/** What the version before needs is kept for pages that are still open. */
async function activate(): Promise<void> {
  const last = (await before(folder, pagesVersion)).at(-1);
  await current.use();
  await forget(folder, [pagesVersion, ...(last ? [last.version] : [])]);
  await scope.clients.claim();
}

scope.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(scope.skipWaiting());
  if (event.data === 'keep all') event.waitUntil(keepAll());
});

/** What the reader's browser fetches when it has nothing else to do. */
async function keepAll(): Promise<void> {
  await current.fill([...first, ...rest], (await before(folder, pagesVersion)).reverse()).catch(() => undefined);
}

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || !href.startsWith(folder) || searchParams.get('sw') === 'off') return;
  if (searchParams.get('embed') === '1') return;
  const path = pathname.slice(new URL(folder).pathname.length) || 'index.html';
  // who may show a page in a frame is said by the server, for its address
  const inFrame = request.mode === 'navigate' && request.destination !== 'document';
  if (inFrame && path !== 'sandbox.html') return;
  if (Object.hasOwn(files, path)) event.respondWith(answer(path, request));
  else if (path.startsWith('assets/')) event.respondWith(ofPageBefore(path, request));
});

async function answer(path: string, request: Request): Promise<Response> {
  try {
    const response = (await current.give(path)) ?? (await current.fetch(path));
    if (path === 'sandbox.html') response.headers.append('Content-Security-Policy', 'sandbox allow-scripts');
    return response;
  } catch {
    scope.registration.update().catch(() => undefined);
    // A page of another version is whole by itself: its files have names of their own. A part of one is not.
    return request.mode === 'navigate' && request.destination === 'document' ? fetch(request) : Response.error();
  }
}

/** A page that was opened before the reader took this version asks for its own files, which have other names. */
async function ofPageBefore(path: string, request: Request): Promise<Response> {
  for (const one of await before(folder, pagesVersion)) {
    const kept = Object.hasOwn(one.files, path) ? await one.give(path) : undefined;
    if (kept) return kept;
  }
  return fetch(request);
}
