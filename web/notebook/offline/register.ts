/**
 * The page's side of the service worker (service-worker.ts). It registers the worker once the page is ready, lets it
 * store the remaining files when idle, and offers newer versions. `?sw=off` removes the worker and everything it
 * stored.
 */
import { trustOwnAddresses } from '../trusted-addresses.js';
import { button } from '../kit/elements.js';
import { h } from '../kit/dom.js';
import { forget } from './kept.js';

const folder = new URL('.', document.baseURI).href;
const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // undefined in insecure contexts
const off = new URLSearchParams(location.search).get('sw') === 'off';

/** True if this folder's worker controls the page, not that of a parent folder with other versions. */
const controlledHere = (container: ServiceWorkerContainer): boolean =>
  container.controller?.scriptURL === new URL('service-worker.js', folder).href;

if (workers && /^https?:$/.test(location.protocol)) {
  // frames do not register a worker
  if (off || import.meta.env.DEV) void remove(workers);
  else if (window === window.top) void start(workers);
}

async function remove(container: ServiceWorkerContainer): Promise<void> {
  const here = (await container.getRegistrations()).filter(({ scope }) => scope === folder);
  await Promise.all(here.map((registration) => registration.unregister()));
  await forget(folder);
  // it still controls this page, and would store its files again
  if (controlledHere(container)) return location.reload();
  if (off) tell('Nothing of these pages is kept in this browser any more.');
}

async function start(container: ServiceWorkerContainer): Promise<void> {
  const controlled = controlledHere(container);
  let taking = false;
  const take = (worker: ServiceWorker) => (): void => {
    taking = true;
    worker.postMessage('take over');
  };
  const offer = ({ waiting }: ServiceWorkerRegistration): void => {
    if (waiting && controlledHere(container))
      tell('A newer version of these pages is there.', 'Take it', take(waiting));
  };
  container.addEventListener('controllerchange', () => {
    if (taking) location.reload();
    else if (controlled) tell('These pages have become newer in another tab.', 'Reload', () => location.reload());
  });

  // An existing worker may have a newer version, even if this page never becomes ready.
  const watched = new Set<ServiceWorkerRegistration>();
  const watch = (registration: ServiceWorkerRegistration): void => {
    if (watched.has(registration)) return;
    watched.add(registration);
    offer(registration);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => offer(registration));
    });
  };
  const there = await container.getRegistration(folder);
  if (there) watch(there);

  await stands();
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData) return;
  try {
    trustOwnAddresses();
    const registration = await container.register(new URL('service-worker.js', folder));
    watch(registration);
    await active(registration);
    await idle();
    registration.active?.postMessage('keep all');
  } catch {
    // no room, or forbidden: the page works without it
  }
}

/** `ready` of the container could resolve to the worker of a parent folder. */
const active = ({ active: there, waiting, installing }: ServiceWorkerRegistration): Promise<void> =>
  new Promise((resolve) => {
    const coming = installing ?? waiting;
    if (there || !coming) return resolve();
    coming.addEventListener('statechange', () => coming.state === 'activated' && resolve());
  });

/** Resolves when the page is ready and the browser is idle. */
async function stands(): Promise<void> {
  const root = document.documentElement;
  if (root.dataset['ready'] === undefined)
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(root, { attributes: true, attributeFilter: ['data-ready'] });
    });
  await idle();
}

const idle = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(resolve, { timeout: 10_000 }) : setTimeout(resolve, 2000),
  );

/** A message at the bottom of the window until it is dismissed. */
function tell(text: string, action?: string, act?: () => void): void {
  document.querySelector('.newer')?.remove();
  const away = button('×', () => bar.remove(), { class: undefined, 'aria-label': 'Close this message' });
  const acting = action && act && button(action, act, { class: 'primary' });
  const bar: HTMLElement = h('div', { class: 'newer', role: 'status' }, h('span', {}, text), acting, away);
  document.body.append(bar);
}
