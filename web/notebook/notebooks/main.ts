/** The page of notebooks: the index, or the notebook named by the address or a file. */
import '../style/formulas.css';
import '../style/encoding.css';
import '../style/notebooks.css';
import '../style/notebook-index.css';
import '../style/notebook-prose.css';
import '../style/notebook-outputs.css';
import '../style/notebook-inputs.css';
import '../style/notebook-source.css';
import '../style/notebook-exercises.css';
import '../style/notebook-media.css';
import '../style/presenter.css';
import notebooks from 'virtual:notebooks';
import { requireWasm } from '../../lib/wasm/compile.js';
import { liveFrame } from '../live-frame.js';
import { keptText } from '../kept-texts.js';
import { byId, say } from '../say.js';
import { messageOf } from '../kit/errors.js';
import { fileName } from './file-name.js';
import { legible, longestFile, parseNotebook } from './format.js';
import { showNeighbours } from './index/lessons.js';
import { showLanguages } from './languages.js';
import { type Linked, linked } from './link.js';
import type { Opened, ShownNotebook } from './opened.js';
import { placeIn, withoutPlace } from './place.js';
import type { Built } from './prepare.js';

/** The current notebook. */
let shown: ShownNotebook | undefined;

liveFrame();
addEventListener('hashchange', ({ oldURL }) => {
  if (withoutPlace(new URL(oldURL).hash) === withoutPlace(location.hash)) toPlace();
  else void start();
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void openFile(file);
});
byId('new-notebook').addEventListener('click', () => void begin());
byId('open-notebook').addEventListener('change', ({ target }) => {
  const [chosen] = (target as HTMLInputElement).files ?? [];
  if (chosen) void openFile(chosen);
});
try {
  requireWasm(); // cells need it; this reports it once
} catch (error) {
  fault(messageOf(error));
}
void start().then(() => (document.documentElement.dataset['ready'] = 'true'));

async function start(): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const [name, id, language] = ['name', 'draft', 'lang'].map((key) => asked.get(key));
  if (id) return showDraft(id);
  const listed = notebooks.find((one) => one.name === name);
  if (listed) view().catch(() => undefined); // loads the view in parallel; errors are handled where it is awaited
  let original: Built | undefined;
  try {
    const load = (language && listed?.translations[language]) || listed?.load;
    original = (await load?.())?.default;
  } catch (error) {
    return fault(`The notebook could not be loaded: ${messageOf(error)}`);
  }
  const given = await linked(location.hash, original);
  if (!original && !given) return showIndex(Boolean(name) && 'There is no notebook of that name here.');
  const notebook = given?.notebook ?? original!;
  // the title of a link is as untrusted as its cells
  const own = original !== undefined && notebook.cells === original.cells && notebook.title === original.title;
  // shown first, because it would move the notebook
  if (listed) showLanguages(byId('languages'), listed.name, Object.keys(listed.translations), language ?? 'en');
  await show({
    notebook,
    inputs: given?.inputs ?? new Map(),
    original,
    source: own ? undefined : 'a link',
    name: listed?.name ?? fileName(notebook.title),
  });
  if (asked.has('present')) await shown?.present();
  if (listed) showNeighbours(byId('neighbours'), notebooks, listed.name);
}

function view(): Promise<typeof import('./notebook-view.js')> {
  return import('./notebook-view.js');
}

async function show(opened: Opened): Promise<void> {
  const { showNotebook } = await view();
  shown?.leave();
  document.title = `${opened.notebook.title} · posenc`;
  byId('index').hidden = true;
  shown = await showNotebook(byId('notebook'), opened, (file) => void openFile(file));
  toPlace();
}

/** Scrolls to the heading that the address names. */
function toPlace(): void {
  const place = placeIn(location.hash);
  if (place !== undefined) shown?.goTo(place);
}

async function showDraft(id: string): Promise<void> {
  const { draftOf, keepDraft } = await import('./drafts.js');
  const kept = await draftOf(id);
  if (!kept) return showIndex('This browser keeps no such notebook.');
  const { source, inputs } = kept;
  const notebook = parseNotebook(kept.text);
  const keep = (now: Linked): void => void keepDraft(kept, now);
  await show({ notebook, inputs: new Map(inputs), original: undefined, source, name: fileName(notebook.title), keep });
}

async function openFile(file: File): Promise<void> {
  try {
    if (file.size > 4 * longestFile) throw new Error(`the file has ${file.size} bytes, more than a notebook may have`);
    const notebook = parseNotebook(await file.text());
    const source = `the file ${legible(file.name).slice(0, 80)}`;
    const { freshId, keepDraft } = await import('./drafts.js');
    const [inputs, id] = [new Map(), freshId()];
    const kept = await keepDraft({ id, source }, { notebook, inputs });
    history.replaceState(null, '', location.pathname + (kept ? `?draft=${id}` : ''));
    const keep = kept ? (now: Linked): void => void keepDraft({ id, source }, now) : undefined;
    await show({ notebook, inputs, original: undefined, source, name: fileName(notebook.title), keep });
    // Starts at the top, independent of the index's scroll position.
    byId('main').focus({ preventScroll: true });
    scrollTo(0, 0);
  } catch (error) {
    say('');
    fault(`The file is no notebook: ${messageOf(error)}`);
  }
}

async function begin(): Promise<void> {
  const { newNotebook } = await import('./new-notebook.js');
  const query = await newNotebook();
  if (query) location.assign(query);
  else fault('This browser keeps nothing of this page, so a notebook that is written here would be lost.');
}

/** @param wrong error message for an invalid address */
async function showIndex(wrong: string | false): Promise<void> {
  if (wrong) fault(wrong);
  (await import('./index/list.js')).showList(byId('listed'), notebooks);
  byId('index').hidden = false;
  // Loaded only if drafts exist (drafts.ts).
  if (keptText('posenc-drafts') !== undefined)
    void import('./index/own-notebooks.js').then(({ listOwn }) => listOwn(byId('kept')));
}

function fault(text: string): void {
  const place = byId('fault');
  place.hidden = false;
  place.textContent = text;
}
