/** The page of notebooks: the index, or the notebook that the address or a file names. */
import '../style/formulas.css';
import '../style/encoding.css';
import '../style/notebooks.css';
import '../style/notebook-outputs.css';
import '../style/notebook-source.css';
import '../style/notebook-exercises.css';
import '../style/notebook-media.css';
import notebooks from 'virtual:notebooks';
import { requireWasm } from '../../lib/wasm/compile.js';
import { embedMode } from '../embed-mode.js';
import { byId, say } from '../say.js';
import { fill, h } from '../widgets/dom.js';
import { pageMenus } from '../widgets/page-menus.js';
import { embedPageButton } from '../widgets/embed-page.js';
import { messageOf } from '../widgets/errors.js';
import { sectionLinks } from '../widgets/section-links.js';
import { themeButton } from '../widgets/theme.js';
import { fileName } from './file-name.js';
import { legible, longestFile, parseNotebook } from './format.js';
import { linked } from './link.js';
import type { Opened } from './notebook-view.js';
import type { Built } from './prepare.js';
import { treeNode } from './tree.js';

let leave: () => void = () => undefined;

embedMode();
pageMenus();
sectionLinks();
embedPageButton();
byId('tools').append(themeButton());
addEventListener('hashchange', () => void start());
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void openFile(file);
});
try {
  requireWasm(); // the cells do, and this is said once
} catch (error) {
  fault(messageOf(error));
}
void start().then(() => (document.documentElement.dataset['ready'] = 'true'));

async function start(): Promise<void> {
  const name = new URLSearchParams(location.search).get('name');
  const listed = notebooks.find((one) => one.name === name);
  let original: Built | undefined;
  try {
    original = (await listed?.load())?.default;
  } catch (error) {
    return fault(`The notebook could not be loaded: ${messageOf(error)}`);
  }
  const given = await linked(location.hash, original);
  if (!original && !given) return showIndex(name !== null);
  const notebook = given?.notebook ?? original!;
  const own = original !== undefined && notebook.cells === original.cells;
  await show({
    notebook,
    inputs: given?.inputs ?? new Map(),
    original,
    source: own ? undefined : 'a link',
    name: listed?.name ?? fileName(notebook.title),
  });
}

async function show(opened: Opened): Promise<void> {
  const { showNotebook } = await import('./notebook-view.js');
  leave();
  document.title = `${opened.notebook.title} · posenc`;
  byId('index').replaceChildren();
  leave = await showNotebook(byId('notebook'), opened, (file) => void openFile(file));
}

async function openFile(file: File): Promise<void> {
  try {
    if (file.size > 4 * longestFile) throw new Error(`the file has ${file.size} bytes, more than a notebook may have`);
    const notebook = parseNotebook(await file.text());
    history.replaceState(null, '', location.pathname);
    await show({
      notebook,
      inputs: new Map(),
      original: undefined,
      source: `the file ${legible(file.name).slice(0, 80)}`,
      name: fileName(notebook.title),
    });
    byId('main').focus();
  } catch (error) {
    say('');
    fault(`The file is no notebook: ${messageOf(error)}`);
  }
}

function showIndex(named: boolean): void {
  if (named) fault(`There is no notebook of that name here.`);
  const file = h('input', { type: 'file', accept: '.html,text/html', id: 'open-notebook' });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) void openFile(chosen);
  });
  fill(
    byId('index'),
    h(
      'div',
      { class: 'hero plain' },
      h(
        'div',
        {},
        h('h1', {}, 'Notebooks'),
        h(
          'p',
          { class: 'lede' },
          'Texts whose numbers are computed as you read. Change any cell, and what depends on it follows; share what you made as a link. Whoever opens it decides whether it runs.',
        ),
      ),
    ),
    h(
      'ul',
      { class: 'nb-index' },
      ...notebooks.map(({ name: id, title, lede }) =>
        h('li', {}, h('h2', {}, h('a', { href: `?name=${id}` }, title)), ...lede.map(treeNode)),
      ),
    ),
    h('p', { class: 'nb-own' }, h('label', { for: 'open-notebook' }, 'Open a notebook of your own'), file),
  );
}

function fault(text: string): void {
  const place = byId('fault');
  place.hidden = false;
  place.textContent = text;
}
