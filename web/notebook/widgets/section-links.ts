/** Links to sections scroll without touching the address: the hash holds the state of the page. */
import { everySection } from './lazy-mount.js';

export function sectionLinks(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-section], a.skip')];
  for (const link of links) {
    link.addEventListener('click', (event) => {
      const section = document.getElementById(link.hash.slice(1));
      if (section === null) return;
      event.preventDefault();
      // What lies between has its height first: the section would move away under the scroll.
      void everySection().then(() => {
        section.scrollIntoView({ behavior: still.matches ? 'auto' : 'smooth' });
        section.focus({ preventScroll: true });
      });
    });
  }

  const visible = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const link = links.find((l) => l.dataset['section'] === entry.target.id);
        if (entry.isIntersecting) link?.setAttribute('aria-current', 'true');
        else link?.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-35% 0px -60% 0px' },
  );
  for (const link of links) {
    const section = document.getElementById(link.dataset['section'] ?? '');
    if (section) visible.observe(section);
  }
}

/** Goes to what the address names, where that was made by a script after the page was read. */
export function scrollToAnchor(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  target?.scrollIntoView({ behavior: 'auto' });
}
