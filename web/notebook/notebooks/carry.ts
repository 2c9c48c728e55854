/** What a reader carries away and brings back: copies of the notebook for other programs, and progress. */
import { saveText } from '../widgets/save.js';
import type { FileKind } from './exports/files.js';
import type { ShownOf } from './exports/standalone.js';
import { fileName } from './file-name.js';
import type { Notebook } from './format.js';
import { keepProgress, merged, progress, readProgress, writeProgress } from './progress.js';

export async function copyAs(kind: FileKind, notebook: Notebook, shown: ShownOf): Promise<void> {
  const { fileOf } = await import('./exports/files.js');
  const text = fileOf(kind, notebook, shown, new URL(location.pathname, location.href).href);
  const [ending, type] = kind === 'page' ? ['page.html', 'text/html'] : ['ipynb', 'application/x-ipynb+json'];
  const language = kind === 'jupyter-python' ? '-python' : '';
  saveText(text, `${fileName(notebook.title)}${language}.${ending}`, type);
}

export function saveProgress(): void {
  saveText(writeProgress(progress()), 'posenc-progress.json', 'application/json');
}

export async function addProgress(file: File): Promise<void> {
  keepProgress(merged(progress(), readProgress(await file.text())));
}
