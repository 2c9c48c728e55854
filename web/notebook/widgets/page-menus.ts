/** Closes the native page menus on Escape, and on a press outside. */
export function pageMenus(): void {
  const open = () => document.querySelector<HTMLDetailsElement>('.bar details[open]');
  document.addEventListener('pointerdown', ({ target }) => {
    const menu = open();
    if (menu && !menu.contains(target as Node)) menu.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    const menu = open();
    if (key !== 'Escape' || !menu) return;
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    menu.open = false;
  });
}
