/** Tabs after the ARIA pattern: arrows move and select, with one tab stop for the list. */
import { button } from '../kit/elements.js';
import { fill, freshId, h } from '../kit/dom.js';

export type Tabs = ReturnType<typeof tabs>;

export function tabs(name: string, panel: HTMLElement, choose: (id: string) => void) {
  const panelId = freshId('panel');
  const element = h('div', { class: 'tabs', role: 'tablist', 'aria-label': name });
  element.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const all = [...element.querySelectorAll('button')];
    const next = all[(all.indexOf(document.activeElement as HTMLButtonElement) + step + all.length) % all.length];
    event.preventDefault();
    next?.focus();
    next?.click();
  });
  panel.id = panelId;
  return {
    element,
    set(items: readonly { readonly id: string; readonly label: string }[], chosen: string): void {
      element.hidden = items.length < 2;
      if (items.length < 2) panel.removeAttribute('role');
      else panel.setAttribute('role', 'tabpanel');
      const present = [...element.querySelectorAll('button')].map((b) => b.dataset['id']);
      if (present.join('\n') !== items.map((item) => item.id).join('\n')) {
        const tab = { class: undefined, role: 'tab', 'aria-controls': panelId };
        const made = items.map(({ id, label }) =>
          button(label, () => choose(id), { ...tab, id: freshId('tab'), 'data-id': id }),
        );
        fill(element, made);
      }
      for (const button of element.querySelectorAll('button')) {
        const on = button.dataset['id'] === chosen;
        button.setAttribute('aria-selected', String(on));
        button.tabIndex = on ? 0 : -1;
        if (on && items.length > 1) panel.setAttribute('aria-labelledby', button.id);
      }
    },
  };
}
