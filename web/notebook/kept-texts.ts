/** Named strings in localStorage; none if storage is unavailable (private window, blocked site data). */
export function keptText(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param text undefined removes the entry */
export function keepText(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    /* lasts only as long as the page */
  }
}
