/** The list of pages is scrolled to this one, where it is wider than the window. */
export function showCurrentPage(): void {
  const here = document.querySelector<HTMLElement>('nav a[aria-current]');
  const list = here?.closest('ul');
  if (here && list) list.scrollLeft += here.getBoundingClientRect().right - list.getBoundingClientRect().right + beside;
}

/** Room for a part of the next one. */
const beside = 48;
