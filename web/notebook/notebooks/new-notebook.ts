/** Creates a new notebook with a cell of each kind. */
import { freshId, keepDraft } from './drafts.js';
import { parseNotebook } from './format.js';
import text from './new-notebook.html?raw';

/** @returns the query that opens it; undefined if the browser has no storage */
export async function newNotebook(): Promise<string | undefined> {
  const id = freshId();
  const kept = await keepDraft({ id, source: undefined }, { notebook: parseNotebook(text), inputs: new Map() });
  return kept ? `?draft=${id}` : undefined;
}
