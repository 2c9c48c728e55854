/** Passes a file from any page to the Report, or to another page that reads models. */
import { framed } from '../embed-mode.js';
import { messageOf } from '../kit/errors.js';
import type { Given } from './given-files.js';

const key = 'posenc-handed';
/** A config.json has a few kilobytes; only the header of a GGUF file is read. */
const largest = 8 * 1024 * 1024;
const isModel = /\.(json|gguf)$/i;

type Fault = (text: string) => void;

/** Reads the file and opens it in the Report. @param hash state of the Report */
export const handToReport = (given: File | Given, fault: Fault, hash = ''): Promise<void> =>
  handTo(`report.html${hash}`, given, fault);

/** Reads the file and opens it in a page. */
export async function handTo(page: string, given: File | Given, fault: Fault): Promise<void> {
  if (framed) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ name: given.name, text: await textOf(given) }));
    location.assign(page);
  } catch (error) {
    fault(`${given.name}: ${messageOf(error)}`);
  }
}

/** Text of a config.json, or the keys of a GGUF file as JSON. */
export async function textOf(given: File | Given): Promise<string> {
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

/** Returns and removes the file that another page passed. */
export function handed(): Given | undefined {
  try {
    const { name, text } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Given>;
    sessionStorage.removeItem(key);
    return typeof name === 'string' && typeof text === 'string' ? { name, text } : undefined;
  } catch {
    return undefined;
  }
}
