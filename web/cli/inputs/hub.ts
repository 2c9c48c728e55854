/**
 * Models of the Hugging Face Hub and files on servers. Sends no request unless a command line names it.
 */
import { errorAbout, PosencError } from '../../lib/checks/errors.js';
import { parseJson } from '../../lib/checks/json.js';
import { isRecord } from '../../lib/checks/schema.js';
import { oneOf, printable } from '../../lib/checks/show.js';
import { misuse } from '../command.js';
import { modelsAmong } from './choose.js';
import { decoded, type FileAddress, fileUrl, type HubAddress, hubOrigin, listUrl } from './hub-address.js';
import { type Reach, remoteText, withRemote } from './remote-file.js';
import type { Source, Wanted } from './source.js';

/** Maximum bytes of a repository's list; one with thousands of files has less than 1 MB. */
const maxList = 2 ** 24;

/** HF_TOKEN goes only to huggingface.co: a mirror is a third party. HF_HUB_OFFLINE is as in huggingface_hub. */
function reachOf(given: string, env: NodeJS.ProcessEnv = process.env): Reach {
  if (/^(1|on|yes|true)$/i.test(env['HF_HUB_OFFLINE'] ?? ''))
    throw errorAbout('io', printable(given, 200), 'is not downloaded: HF_HUB_OFFLINE is set');
  const token = env['HF_TOKEN']?.trim() ?? '';
  // fetch would quote it in its error
  if (!/^[\x21-\x7e]*$/.test(token))
    throw misuse('HF_TOKEN', 'HF_TOKEN contains a character that no token has, such as a space or a newline');
  return { token, tokenOrigin: hubOrigin };
}

/** Returns the models of a repository, or the named file. */
export async function inHub(address: HubAddress | FileAddress, wanted: Wanted): Promise<Source[]> {
  const reach = reachOf(address.given);
  if ('url' in address) return [remote(address.given, address.url, reach, (file) => new URL(file, address.url))];
  if (address.path !== undefined) return [ofRepo(address, address.path, reach)];
  const list = await remoteText(address.given, listUrl(address), reach, maxList).catch((thrown: unknown) => {
    throw isBare(address) ? orPath(thrown) : thrown;
  });
  const { names, revision } = repoFiles(list);
  const pinned = revision === undefined ? address : { ...address, revision };
  const chosen = modelsAmong(names).filter(({ path }) => wanted.gguf || !path.endsWith('.gguf'));
  const configs = chosen.filter(({ path }) => !path.endsWith('.gguf'));
  if (configs.length > 0) return configs.map(({ path }) => ({ ...ofRepo(pinned, path, reach), found: true }));
  if (chosen.length === 1) return [ofRepo(pinned, chosen[0]!.path, reach)];
  throw unclear(
    address,
    chosen.map(({ path }) => path),
    wanted,
  );
}

/** True for a name without `hf:`, which may have been meant as a path. */
const isBare = ({ given }: HubAddress): boolean => !/^(hf|https?):/i.test(given);

function orPath(thrown: unknown): unknown {
  if (!(thrown instanceof PosencError) || thrown.code !== 'io') return thrown;
  const what = `${thrown.message}; no file or folder here has this name, so that it was taken for a model of the Hub`;
  return new PosencError('io', thrown.field, what, { cause: thrown });
}

/** Quantizations of a model have the same keys, and reading each takes megabytes, so one must be named. */
function unclear({ given, repo }: HubAddress, paths: readonly string[], { gguf }: Wanted): PosencError {
  const name = printable(given, 200);
  const what =
    paths.length === 0
      ? `it has no config.json${gguf ? ' and no GGUF file' : ''}`
      : `it has ${paths.length} GGUF files; name one, such as hf:${repo}/${printable(paths[0]!, 200)}, of ${oneOf(paths.map((path) => printable(path, 200)))}`;
  return new PosencError('io', name, `${name}: ${what}`);
}

/** Reads the Hub API's response on a revision: the names of its files, and the commit. */
export function repoFiles(text: string): { names: string[]; revision?: string } {
  const answer = parseJson(text, { field: 'siblings' });
  const listed = isRecord(answer) ? answer['siblings'] : undefined;
  if (!Array.isArray(listed))
    throw new PosencError('io', 'siblings', 'the answer does not come from the Hub: it lists no files');
  const names = listed.flatMap((item: unknown) => {
    const name = isRecord(item) ? item['rfilename'] : undefined;
    return typeof name === 'string' && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
      ? [name]
      : [];
  });
  const commit = (answer as Readonly<Record<string, unknown>>)['sha'];
  return { names, ...(typeof commit === 'string' && /^[0-9a-f]{40}$/.test(commit) && { revision: commit }) };
}

function ofRepo(address: HubAddress, path: string, reach: Reach): Source {
  if (/\p{Cs}/u.test(path)) return unnamable(`hf:${address.repo}/${path}`);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const named = address.path === undefined ? `hf:${address.repo}/${path}` : address.given;
  return remote(
    named,
    fileUrl(address, path),
    reach,
    (file) => fileUrl(address, folder + file),
    (file) => `hf:${address.repo}/${folder}${file}`,
  );
}

/** Stands in for a listed file that no URL can name, so that the repository's other models are still read. */
function unnamable(name: string): Source {
  const shown = printable(name, 200);
  const open = (): Promise<never> =>
    Promise.reject(new PosencError('io', shown, `${shown}: its name contains half a character, so it has no URL`));
  return { name, file: '', open, sibling: () => unnamable(name) };
}

function remote(
  name: string,
  url: URL,
  reach: Reach,
  beside: (file: string) => URL,
  named: (file: string) => string = (file) => beside(file).href,
): Source {
  return {
    name,
    id: url.href,
    file: decoded(url.pathname.split('/').at(-1) ?? ''),
    open: (use) => withRemote(name, url, reach, (file) => use(file, printable(name, 200))),
    sibling: (file) => remote(named(file), beside(file), reach, beside, named),
  };
}
