/** Access to elements by id, and screen-reader messages; does not need the library, unlike page.ts. */

/** Announces a message politely. */
export function say(text: string): void {
  byId('status').textContent = text;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element #${id}`);
  return element;
}
