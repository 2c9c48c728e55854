/**
 * A file that is dropped on a page, or a config.json that is pasted there, never replaces the page in the browser. The page
 * that reads models takes it; any other hands it to that one.
 */
import { framed } from '../embed-mode.js';
import { messageOf } from '../kit/errors.js';

export interface Given {
  readonly name: string;
  readonly text: string;
}
type Take = (file: File | Given) => void;

const key = 'posenc-handed';
/** A config.json is a few kilobytes; of a GGUF file only the header is read. */
const largest = 8 * 1024 * 1024;
const isModel = /\.(json|gguf)$/i;

/** Where a text belongs that is pasted, or a file that is dropped: into a field, or to one who has taken it. */
const isField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], .cm-editor') !== null;

/** @param take a file, or a text that is pasted and looks like a config.json */
export function takeFiles(take: Take, over: (is: boolean) => void = () => undefined): void {
  let depth = 0;
  const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
  const moved = (by: number): void => {
    depth = Math.max(0, depth + by);
    over(depth > 0);
  };
  document.addEventListener('dragenter', (event) => hasFile(event) && moved(1));
  document.addEventListener('dragleave', () => moved(-1));
  document.addEventListener('dragover', (event) => hasFile(event) && event.preventDefault());
  document.addEventListener('drop', (event) => {
    moved(-depth);
    if (!hasFile(event) || event.defaultPrevented) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) take(file);
  });
  document.addEventListener('paste', (event) => {
    if (event.defaultPrevented || isField(event)) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (file) take(file);
    else if (text.trimStart().startsWith('{')) take({ name: 'pasted config', text });
  });
}

/** Reads what is given, and opens it in the Report. */
export function handToReport(fault: (text: string) => void): void {
  takeFiles((given) => {
    if (framed) return;
    void textOf(given)
      .then((text) => {
        sessionStorage.setItem(key, JSON.stringify({ name: given.name, text }));
        location.assign('./report.html');
      })
      .catch((error: unknown) => fault(`${given.name}: ${messageOf(error)}`));
  });
}

async function textOf(given: File | Given): Promise<string> {
  if (!(given instanceof File)) return given.text;
  if (!isModel.test(given.name))
    throw new Error('this page reads no such file; the Report reads a config.json or a GGUF file');
  if (/\.gguf$/i.test(given.name)) {
    const { configOfGguf, openGguf } = await import('./checkpoint.js');
    return JSON.stringify(configOfGguf(await openGguf(given)));
  }
  if (given.size > largest) throw new Error('a config.json is not that large');
  return given.text();
}

/** What another page handed over, once. */
export function handed(): Given | undefined {
  try {
    const { name, text } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Given>;
    sessionStorage.removeItem(key);
    return typeof name === 'string' && typeof text === 'string' ? { name, text } : undefined;
  } catch {
    return undefined;
  }
}
