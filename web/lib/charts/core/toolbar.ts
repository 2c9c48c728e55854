/** Buttons that form a single tab stop: arrow keys, Home and End move between them. */
export function toolbar(element: HTMLElement): { refresh(): void } {
  element.role = 'toolbar';
  const buttons = (): HTMLButtonElement[] =>
    [...element.querySelectorAll('button')].filter((one) => shown(one, element));
  let stop: HTMLButtonElement | undefined;
  const refresh = (): void => {
    const all = buttons();
    if (stop === undefined || !all.includes(stop)) stop = all[0];
    for (const one of element.querySelectorAll('button')) one.tabIndex = one === stop ? 0 : -1;
  };
  element.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLButtonElement) stop = target;
    refresh();
  });
  element.addEventListener('keydown', (event) => {
    const all = buttons();
    const at = all.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[
      event.key
    ];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  });
  return { refresh };
}

/** Visibility without a layout. */
const shown = (one: HTMLElement, within: HTMLElement): boolean =>
  !one.hidden && (one.parentElement === within || shown(one.parentElement!, within));
