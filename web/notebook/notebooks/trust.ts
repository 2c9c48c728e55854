/**
 * Remembers notebooks that a reader has allowed to run, by a digest of their text and inputs. The same notebook runs
 * next time; any difference asks again, whatever its origin. In frames nothing is read or stored, because the embedding
 * page may have tricked the reader.
 */
import { framed } from '../embed-mode.js';
import { keepText, keptText } from '../kept-texts.js';
import { carried, type Linked } from './link.js';

const key = 'posenc-trusted-notebooks';
/** Each input setting counts separately. */
const mostKept = 1000;

/** Undefined if digests are unavailable, as in insecure contexts; then nothing is remembered. */
async function digest({ notebook, inputs }: Linked): Promise<string | undefined> {
  try {
    // JSON preserves details that the file format loses: trailing white space, lone surrogates
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
