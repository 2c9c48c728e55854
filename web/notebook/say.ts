/** What every page has by its id, and the voice of a screen reader; without the library, which page.ts starts. */

/** Tells a screen reader, politely. */
export function say(text: string): void {
  byId('status').textContent = text;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element #${id}`);
  return element;
}
