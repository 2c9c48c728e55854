/** The panel with a chart's embedding code, which is copied at once if allowed, and where to put the script. */
import { h } from '../core/elements.js';
import { type Embedded, type Snippet, scriptFile, snippetOf } from './snippet.js';
import { frameSnippet } from './html.js';

/** @param asked returns the chart, or throws if it has no data to write */
export function embedPanel(asked: () => Embedded): HTMLElement[] {
  const told = h('p', { role: 'status' });
  let chart: Embedded;
  let code: Snippet;
  try {
    chart = asked();
    code = snippetOf(chart);
  } catch (error) {
    return [h('p', { role: 'alert' }, error instanceof Error ? error.message : String(error))];
  }
  const size = code.text.length < 2000 ? `${code.text.length} characters` : `${Math.ceil(code.text.length / 1000)} kB`;
  const script = copyable('Code of the chart', code.text, `The code of the chart was copied, ${size}.`);
  const { frame } = chart.embed;
  const parts: HTMLElement[] = [
    told,
    script.element,
    h(
      'p',
      {},
      'Put ',
      h('code', {}, scriptFile),
      ' beside your page: it is ',
      h('code', {}, `dist/${scriptFile}`),
      ' of the package ',
      h('code', {}, 'posenc'),
      '. Your page needs no other address.',
      ...(code.left ? [` ${code.left}`] : []),
    ),
  ];
  if (frame !== undefined) {
    const other = copyable('Code of a frame', frameSnippet(chart, frame), 'The code of the frame was copied.');
    parts.push(h('p', {}, 'Or show it from here, in a frame:'), other.element);
  }
  void script.copy();
  return parts;

  function copyable(label: string, text: string, done: string) {
    const rows = Math.min(6, Math.max(2, Math.ceil(text.length / 90)));
    const area = h('textarea', { readonly: true, rows, spellcheck: 'false', 'aria-label': label }, text);
    area.addEventListener('focus', () => area.select());
    const copy = async (): Promise<void> => {
      try {
        await navigator.clipboard.writeText(text);
        told.replaceChildren(h('b', {}, 'Copied. '), done);
      } catch {
        told.textContent = 'This browser allows no copying here: select the text and copy it.';
      }
    };
    const button = h('button', { type: 'button', 'aria-label': `Copy: ${label}` }, 'Copy');
    button.addEventListener('click', () => void copy());
    return { element: h('div', {}, area, button), copy };
  }
}
