/** Links to sections scroll without changing the address, because the hash holds the state. */
import { everySection } from './lazy-mount.js';

export function sectionLinks(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-section], a.skip')];
  for (const link of links) {
    link.addEventListener('click', (event) => {
      const section = document.getElementById(link.hash.slice(1));
      if (section === null) return;
      event.preventDefault();
      // Loads the sections in between first, whose heights would move the target.
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

/** Scrolls to the anchor of the address, if a script created it after the page had loaded. */
export function scrollToAnchor(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  target?.scrollIntoView({ behavior: 'auto' });
}
