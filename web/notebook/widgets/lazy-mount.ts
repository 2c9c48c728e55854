/**
 * Sections whose code and numbers come when they are about to be seen: the first screen does not wait for them. Their
 * place is kept (`[data-lazy]` in frame.css), so nothing in view moves when they arrive.
 */
import { fill, h } from './dom.js';
import { messageOf } from './errors.js';

type Mount = (root: HTMLElement) => void;

/** A section this far outside the window is made, so that a slow scroll meets a finished one. */
const ahead = '100px 0px';
const waiting = new Map<Element, () => Promise<void>>();
const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) void waiting.get(target)?.();
  },
  { rootMargin: ahead },
);

/** @param load gives what fills the section */
export function lazyMount(root: HTMLElement, load: () => Promise<Mount>): void {
  root.dataset['lazy'] = '';
  waiting.set(root, () => {
    const made = load()
      .then((mount) => mount(root))
      .catch((error: unknown) => fill(root, h('p', { class: 'fault', role: 'alert' }, messageOf(error))))
      .then(() => {
        waiting.delete(root);
        delete root.dataset['lazy'];
      });
    sight.unobserve(root);
    waiting.set(root, () => made);
    return made;
  });
  sight.observe(root);
}

/** Makes all sections that are still waiting, for a jump over them. */
export async function everySection(): Promise<void> {
  await Promise.all([...waiting.values()].map((make) => make()));
}

addEventListener('beforeprint', () => void everySection());
