/** Programs to copy, one tab per language, with a copy button. */
import { copyButton } from '../kit/elements.js';
import { h } from '../kit/dom.js';
import { tabs } from './tabs.js';

type Programs = Readonly<Record<string, string>>;

export function codeView(name: string) {
  const code = h('code', {});
  const panel = h('pre', { class: 'code', tabindex: 0 }, code);
  let programs: Programs = {};
  let chosen = '';
  const list = tabs(name, panel, (id) => {
    chosen = id;
    show();
  });
  const instead = (): string => {
    getSelection()?.selectAllChildren(code);
    return ': the code is selected, use its own copy command';
  };
  const copied = (): string => `${chosen} code copied.`;
  const copy = copyButton('Copy', () => code.textContent ?? '', copied, instead, { class: 'quiet copy' });
  return {
    element: h('div', { class: 'code-view' }, h('div', { class: 'code-head' }, list.element, copy), panel),
    set(next: Programs): void {
      programs = next;
      if (!(chosen in programs)) chosen = Object.keys(programs)[0] ?? '';
      show();
    },
  };

  function show(): void {
    list.set(
      Object.keys(programs).map((id) => ({ id, label: id })),
      chosen,
    );
    code.textContent = programs[chosen] ?? '';
  }
}
