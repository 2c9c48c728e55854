/**
 * The page's side of the service worker (service-worker.ts): registers it when the page stands, asks it to keep what is
 * left when nothing is to do, and tells the reader of a newer version, which is taken when he says so. `?sw=off` removes
 * it with all that it kept.
 */
import { trustOwnAddresses } from '../trusted-addresses.js';
import { button } from '../kit/elements.js';
import { h } from '../kit/dom.js';
import { forget } from './kept.js';

const folder = new URL('.', document.baseURI).href;
const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // only where nobody can listen in
const off = new URLSearchParams(location.search).get('sw') === 'off';

/** That of this folder answers for this page, and not one of a folder around it: a site has other versions beside this. */
const controlledHere = (container: ServiceWorkerContainer): boolean =>
  container.controller?.scriptURL === new URL('service-worker.js', folder).href;

if (workers && /^https?:$/.test(location.protocol)) {
  // in a frame of another page the reader did not come to stay
  if (off || import.meta.env.DEV) void remove(workers);
  else if (window === window.top) void start(workers);
}

async function remove(container: ServiceWorkerContainer): Promise<void> {
  const here = (await container.getRegistrations()).filter(({ scope }) => scope === folder);
  await Promise.all(here.map((registration) => registration.unregister()));
  await forget(folder);
  // it goes on with this page, and would keep its files again
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

  // One that is there already may have a newer version, whether or not this page comes to stand.
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
    // no room, or forbidden: the pages are as they are without
  }
}

/** Not `ready` of the container: that may be one of a folder around this. */
const active = ({ active: there, waiting, installing }: ServiceWorkerRegistration): Promise<void> =>
  new Promise((resolve) => {
    const coming = installing ?? waiting;
    if (there || !coming) return resolve();
    coming.addEventListener('statechange', () => coming.state === 'activated' && resolve());
  });

/** The page shows what it computes, and the browser has nothing to do. */
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

/** A line at the foot of the window, which is there until it is answered. */
function tell(text: string, action?: string, act?: () => void): void {
  document.querySelector('.newer')?.remove();
  const away = button('×', () => bar.remove(), { class: undefined, 'aria-label': 'Close this message' });
  const acting = action && act && button(action, act, { class: 'primary' });
  const bar: HTMLElement = h('div', { class: 'newer', role: 'status' }, h('span', {}, text), acting, away);
  document.body.append(bar);
}
