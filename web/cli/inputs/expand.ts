/**
 * Expands command-line arguments to models: a file, a folder, a pattern, a Hub repository or a URL. Anything that
 * exists on this machine takes precedence.
 */
import { stat } from 'node:fs/promises';
import { posix, sep } from 'node:path';
import { errorAbout, PosencError } from '../../lib/checks/errors.js';
import { oneOf, printable } from '../../lib/checks/show.js';
import { misuse } from '../command.js';
import { modelsAmong } from './choose.js';
import { filesIn } from './folder.js';
import { hasWildcard, matching } from './glob.js';
import { hubAddress } from './hub-address.js';
import { input, localFile, type Source, type Wanted } from './source.js';

/** Maximum models per command line; use a shell loop for more. */
const maxSources = 10_000;

/** Returns all named models without duplicates, in the order of the arguments. */
export async function sourcesOf(args: readonly string[], field: string, wanted: Wanted): Promise<Source[]> {
  if (args.length === 0)
    throw misuse(field, 'no model is given: give a file, a folder, or a Hub model such as org/name');
  if (args.filter((argument) => argument === '-').length > 1)
    throw misuse(field, "standard input ('-') can be given only once");
  const found = new Map<string, Source>();
  for (const argument of args) {
    for (const source of await expanded(argument, wanted)) {
      const { id = source.name } = source;
      if (!found.has(id)) found.set(id, source);
    }
    if (found.size > maxSources)
      throw new PosencError('too_large', field, `more than ${maxSources} models are given, the limit of one command`);
  }
  return [...found.values()];
}

/** Returns the only model that an argument names. */
export async function oneSource(argument: string, wanted: Wanted): Promise<Source> {
  const sources = await expanded(argument, wanted);
  if (sources.length === 1) return sources[0]!;
  const names = oneOf(sources.map(({ name }) => printable(name, 200)));
  const what = `${printable(argument, 200)} has ${sources.length} models, and one is wanted: ${names}`;
  throw misuse(printable(argument, 200), what);
}

async function expanded(argument: string, wanted: Wanted): Promise<readonly Source[]> {
  if (argument === '-') return [input];
  const there = await stat(argument).catch(() => undefined);
  if (there?.isDirectory()) return inFolder(argument, wanted);
  if (there) return [localFile(argument)];
  const address = await hubAddress(argument);
  if (address !== undefined) return (await import('./hub.js')).inHub(address, wanted);
  if (!hasWildcard(argument)) return [localFile(argument)]; // which reports that it does not exist
  const paths = await matching(argument);
  const each = await Promise.all(
    paths.map(async (path) => {
      const met = await stat(path).catch(() => undefined);
      if (met?.isDirectory()) return inFolder(path, wanted, []);
      return met && !met.isFile() ? [] : [found(localFile(path))]; // does not wait for a pipe that only a pattern matched
    }),
  );
  const sources = each.flat();
  if (sources.length > 0) return sources;
  throw new PosencError('io', printable(argument, 200), `no file has a name like ${printable(argument, 200)}`);
}

/** @param otherwise result for a folder without models, which is otherwise an error */
async function inFolder(folder: string, { gguf }: Wanted, otherwise?: readonly Source[]): Promise<readonly Source[]> {
  const chosen = modelsAmong(await filesIn(folder)).filter(({ path }) => gguf || !path.endsWith('.gguf'));
  const place = (path: string): string => joined(folder, path);
  if (chosen.length > 0)
    return chosen.map(({ path, config }) =>
      found(localFile(place(path), config === undefined ? undefined : localFile(place(config)))),
    );
  if (otherwise) return otherwise;
  const looked = `config.json, params.json, model_index.json of diffusers${gguf ? ' or *.gguf' : ''}`;
  throw errorAbout(
    'io',
    printable(folder, 200),
    `is a folder without a model: neither it nor a folder below has ${looked}`,
  );
}

const found = (source: Source): Source => ({ ...source, found: true });

const joined = (folder: string, path: string): string =>
  posix.join(sep === '/' ? folder : folder.replaceAll(sep, '/'), path);
