/**
 * What a reader has let run once, by the digest of all of its text and of what its controls are set to: the same runs the
 * next time, and what differs by a letter asks again, wherever it comes from. In a frame nothing is known and nothing is kept: another page
 * decides what is seen there, and may have led the click.
 */
import { framed } from '../embed-mode.js';
import { keepText, keptText } from '../kept-texts.js';
import { carried, type Linked } from './link.js';

const key = 'posenc-trusted-notebooks';
/** Each setting of a control is one. */
const mostKept = 1000;

/** Undefined where the browser gives no digests, as outside of secure contexts: then nothing is remembered. */
async function digest({ notebook, inputs }: Linked): Promise<string | undefined> {
  try {
    // JSON keeps apart what the file would not: white space at the ends of lines, halves of characters
    const cells = notebook.cells.map(({ id, mode, value, pinned, hidden }) => [id, mode, value, pinned, hidden]);
    const set = carried(inputs).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = JSON.stringify([notebook.title, cells, set]);
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return undefined;
  }
}

function kept(): string[] {
  try {
    const value: unknown = JSON.parse(keptText(key) ?? '[]');
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export async function isTrusted(given: Linked): Promise<boolean> {
  if (framed) return false;
  const own = await digest(given);
  return own !== undefined && kept().includes(own);
}

export async function trust(now: Linked): Promise<void> {
  if (framed) return;
  const own = await digest(now);
  if (own === undefined) return;
  keepText(key, JSON.stringify([own, ...kept().filter((one) => one !== own)].slice(0, mostKept)));
}
