/**
 * Sections whose code and data load shortly before they are visible, so that the first screen does not wait. Their
 * space is reserved until the first results are there (frame.css), so nothing in view moves.
 */
import { fill, h } from '../kit/dom.js';
import { byId, say } from '../say.js';
import { messageOf } from '../kit/errors.js';
import { sight } from './sight.js';

type Mount = (root: HTMLElement) => void;

/** Distance outside the window at which a section loads, before the first user action. */
const ahead = '100px 0px';
const waiting = new Map<Element, () => Promise<void>>();
/** Loaded sections whose first results are pending. */
const settling = new Map<Element, Promise<void>>();
const near = sight(ahead, (section, isNear) => {
  if (isNear) void waiting.get(section)?.();
});
/** @param load returns the function that fills the section */
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

/** The same for a section by id, filled by the `mount` export of its module. */
export const mountLater = <C>(
  id: string,
  load: () => Promise<{ readonly mount: (ctx: C, root: HTMLElement) => void }>,
  ctx: C,
): void =>
  lazyMount(byId(id), async () => {
    const { mount } = await load();
    return (root) => mount(ctx, root);
  });

/** Resolves when the first results are there. */
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

/** Loads all remaining sections, for a jump across them. */
export async function everySection(): Promise<void> {
  await Promise.all([...waiting.values()].map((make) => make()));
}

addEventListener('beforeprint', () => void everySection());
// Browsers print without waiting, so the keyboard shortcut prints when everything is loaded.
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
