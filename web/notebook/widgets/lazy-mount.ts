/**
 * Sections whose code and numbers come when they are about to be seen: the first screen does not wait for them. Their
 * place is kept until their first numbers are there (frame.css), so nothing in view moves when they arrive.
 */
import { fill, h } from '../kit/dom.js';
import { byId, say } from '../say.js';
import { messageOf } from '../kit/errors.js';
import { sight } from './sight.js';

type Mount = (root: HTMLElement) => void;

/** A section this far outside the window is made before the reader has begun. */
const ahead = '100px 0px';
const waiting = new Map<Element, () => Promise<void>>();
/** Until the first numbers of a section that is made are there. */
const settling = new Map<Element, Promise<void>>();
const near = sight(ahead, (section, isNear) => {
  if (isNear) void waiting.get(section)?.();
});
/** @param load gives what fills the section */
export function lazyMount(root: HTMLElement, load: () => Promise<Mount>): void {
  root.dataset['lazy'] = '';
  waiting.set(root, () => {
    const made = load()
      .then((mount) => mount(root))
      .catch((error: unknown) => fill(root, h('p', { class: 'fault', role: 'alert' }, messageOf(error))))
      .then(() => {
        waiting.delete(root);
        root.dataset['settling'] = '';
        delete root.dataset['lazy'];
        settling.set(
          root,
          atRest(root).then(() => {
            delete root.dataset['settling'];
          }),
        );
      });
    near.unobserve(root);
    waiting.set(root, () => made);
    return made;
  });
  near.observe(root);
}

/** The same of the section of an id, which what its module exports fills. */
export const mountLater = <C>(
  id: string,
  load: () => Promise<{ readonly mount: (ctx: C, root: HTMLElement) => void }>,
  ctx: C,
): void =>
  lazyMount(byId(id), async () => {
    const { mount } = await load();
    return (root) => mount(ctx, root);
  });

/** Until what it computes at first is there. */
function atRest(root: HTMLElement): Promise<void> {
  const isBusy = (): boolean => root.querySelector('.job:is([data-state=waiting], [data-state=working])') !== null;
  return new Promise((resolve) => {
    if (!isBusy()) return resolve();
    const jobs = new MutationObserver(() => {
      if (isBusy()) return;
      jobs.disconnect();
      resolve();
    });
    jobs.observe(root, { subtree: true, attributes: true, attributeFilter: ['data-state'] });
  });
}

/** Makes all sections that are still waiting, for a jump over them. */
export async function everySection(): Promise<void> {
  await Promise.all([...waiting.values()].map((make) => make()));
}

addEventListener('beforeprint', () => void everySection());
// Browsers wait for nothing once they print; by the keys it is begun when all is there.
addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() !== 'p' || ctrlKey === metaKey || altKey || shiftKey || waiting.size + settling.size === 0)
    return;
  event.preventDefault();
  say('Preparing all sections for paper.');
  void everySection()
    .then(() => Promise.all(settling.values()))
    .then(() => print());
});
