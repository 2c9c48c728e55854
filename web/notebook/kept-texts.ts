/** Texts that this browser keeps under a name; in a private window, and where it is told to keep nothing, it has none. */
export function keptText(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param text undefined: it is kept no longer */
export function keepText(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    /* it lasts as long as the page */
  }
}
