/**
 * The service worker of the pages: visited pages open offline. A page always belongs to the version
 * in use, with all its files, until the reader accepts a newer one; no other address is requested.
 * It handles only the listed files. Everything else, and requests with `?sw=off` or for embedded
 * pages (`?embed=1`, which has its own header), bypass it.
 */
import { type Files, Kept, before, forget } from './kept.js';

/** Inserted by the build (web/tools/offline.mjs). */
declare const pagesVersion: string;
declare const firstFiles: Files;
declare const otherFiles: Files;

// TypeScript's worker library conflicts with that of pages.
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

/** Keeps the files of the previous version for pages that are still open. */
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

/** Stores the remaining files when the browser is idle. */
async function keepAll(): Promise<void> {
  await current.fill([...first, ...rest], (await before(folder, pagesVersion)).reverse()).catch(() => undefined);
}

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || !href.startsWith(folder) || searchParams.get('sw') === 'off') return;
  if (searchParams.get('embed') === '1') return;
  const path = pathname.slice(new URL(folder).pathname.length) || 'index.html';
  // the server's headers decide who may embed a page
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
    // A page of another version is complete by itself, because its files have other names; a part of one is not.
    return request.mode === 'navigate' && request.destination === 'document' ? fetch(request) : Response.error();
  }
}

/** Serves the files of pages opened before the update, which have other names. */
async function ofPageBefore(path: string, request: Request): Promise<Response> {
  for (const one of await before(folder, pagesVersion)) {
    const kept = Object.hasOwn(one.files, path) ? await one.give(path) : undefined;
    if (kept) return kept;
  }
  return fetch(request);
}
