/** Light or dark: the system's choice until the reader makes another. */
import { signal } from '@preact/signals-core';
import { button } from '../kit/elements.js';
import { h } from '../kit/dom.js';
import { keepText, keptText } from '../kept-texts.js';

const key = 'posenc-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
let chosen = stored();
/** Incremented when the colours change. */
const themeVersion = signal(0);

apply();
system.addEventListener('change', apply);

export function themeButton(): HTMLButtonElement {
  const change = (): void => {
    chosen = isDark() ? 'light' : 'dark';
    keepText(key, chosen);
    apply();
  };
  const sign = h('span', { class: 'theme-sign', 'aria-hidden': 'true' });
  const name = h('span', { class: 'visually-hidden' }, 'Dark theme');
  return button([sign, name], change, { class: 'quiet theme', 'aria-pressed': () => String(darkTheme()) });
}

/** True if the theme is dark; re-evaluated in effects when it changes. */
export const darkTheme = (): boolean => themeVersion.value > 0 && isDark();

function isDark(): boolean {
  return chosen === undefined ? system.matches : chosen === 'dark';
}

function apply(): void {
  if (chosen === undefined) document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset['theme'] = chosen;
  themeVersion.value++;
}

function stored(): 'light' | 'dark' | undefined {
  const value = keptText(key);
  return value === 'light' || value === 'dark' ? value : undefined;
}
