/** What a reader takes away and brings back: copies of the notebook for other programs, and progress. */
import { saveText } from '../widgets/save.js';
import type { FileKind } from './exports/files.js';
import type { ContentOf } from './exports/standalone.js';
import { fileName } from './file-name.js';
import type { Notebook } from './format.js';
import { mathFont } from './late-tex.js';
import { keepProgress, merged, progress, readProgress, writeProgress } from './progress.js';

export async function copyAs(kind: FileKind, notebook: Notebook, contentOf: ContentOf): Promise<void> {
  const { fileOf } = await import('./exports/files.js');
  const address = new URL(location.pathname, location.href).href;
  const text = fileOf(kind, notebook, contentOf, { address, mathFont: kind === 'page' ? await mathFont() : undefined });
  const [ending, type] = kind === 'page' ? ['page.html', 'text/html'] : ['ipynb', 'application/x-ipynb+json'];
  const language = {
    page: '',
    'jupyter-javascript': '',
    'jupyter-python': '-python',
    'jupyter-python-solutions': '-solutions',
  }[kind];
  saveText(text, `${fileName(notebook.title)}${language}.${ending}`, type);
}

export function saveProgress(): void {
  saveText(writeProgress(progress()), 'posenc-progress.json', 'application/json');
}

export async function addProgress(file: File): Promise<void> {
  keepProgress(merged(progress(), readProgress(await file.text())));
}
