/**
 * Handles dropped files and pasted config.json text, so that the browser does not navigate to them. The page for models
 * reads them; other pages pass them to it (handed.ts, loaded on demand).
 */
export interface Given {
  readonly name: string;
  readonly text: string;
}
type Take = (file: File | Given) => void;

/** True if the event belongs to a field, which handles it itself. */
const isField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], .cm-editor') !== null;

/** @param take called with a file, or with pasted text that looks like a config.json */
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
