/**
 * Parses remote arguments: a repository of the Hugging Face Hub, a file in one, or a URL. A name like org/name refers
 * to the Hub only if it cannot be a local path.
 */
import { stat } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { PosencError } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import { misuse } from '../command.js';

export interface HubAddress {
  /** The argument as given, for messages. */
  readonly given: string;
  /** `https://huggingface.co`, or HF_ENDPOINT. */
  readonly endpoint: string;
  readonly repo: string;
  readonly revision: string;
  /** A file of the repository; if absent, the repository's list shows its models. */
  readonly path?: string;
}
/** A file on any server. */
export interface FileAddress {
  readonly given: string;
  readonly url: URL;
}

export const hubOrigin = 'https://huggingface.co';
const oneName = '[A-Za-z0-9][\\w.-]{0,95}';
const repoId = new RegExp(`^${oneName}/${oneName}$`);

/** Returns undefined for a local path. */
export async function hubAddress(argument: string): Promise<HubAddress | FileAddress | undefined> {
  if (/^https?:/i.test(argument)) return ofUrl(argument);
  if (/^hf:/i.test(argument)) return ofHub(argument, argument.replace(/^hf:(\/\/)?/i, ''));
  const [id = '', revision] = argument.split('@', 2);
  if (!repoId.test(id) || /\.(json|gguf|txt|safetensors)$/i.test(id)) return undefined;
  // if a folder with the first name exists, the argument is probably a mistyped path
  if (await stat(id.split('/')[0]!).catch(() => undefined)) return undefined;
  return ofHub(argument, revision === undefined ? id : argument);
}

/** The Hub's address: HF_ENDPOINT, as in huggingface_hub, for a mirror. */
export function endpointOf(env: NodeJS.ProcessEnv = process.env): string {
  const given = (env['HF_ENDPOINT'] ?? '').trim();
  if (given === '') return hubOrigin;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url && isWithoutSecrets(url) && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')
    return given.replace(/\/+$/, '');
  const told = `HF_ENDPOINT is '${printable(withoutSecrets(given))}'`;
  throw misuse('HF_ENDPOINT', `${told}; it must be an address such as ${hubOrigin}, without a name and a password`);
}

/** `org/name`, `org/name@revision`, `org/name@revision/path`, or `name` of early models; refs/pr/N is one revision. */
function ofHub(given: string, rest: string): HubAddress {
  const pattern = /^([^/@]+(?:\/[^/@]+)?)(?:@(refs\/(?:pr|convert)\/[^/]+|[^/@]+))?(?:\/(.+))?$/.exec(rest) ?? [];
  const [, repo = '', revision, path] = pattern;
  const names = repo.split('/');
  if (names.length > 2 || !names.every((name) => new RegExp(`^${oneName}$`).test(name)) || !isPath(path))
    throw misuse(
      printable(given, 200),
      `'${printable(given, 200)}' names no model of the Hub; write hf:org/name, hf:org/name@revision or hf:org/name/file.gguf`,
    );
  return hub(given, repo, revision === undefined ? 'main' : decoded(revision), path);
}

const hub = (given: string, repo: string, revision: string, path: string | undefined): HubAddress => ({
  given,
  endpoint: endpointOf(),
  repo,
  revision,
  ...(path !== undefined && { path }),
});

const isPath = (path: string | undefined): boolean =>
  path === undefined || path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** Keeps invalid escapes unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function ofUrl(given: string): HubAddress | FileAddress {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const name = withoutSecrets(given);
  const shown = printable(name, 200);
  if (!url) throw misuse(shown, `'${shown}' is no address`);
  if (!isWithoutSecrets(url))
    throw misuse(shown, 'a URL with a user name or password is not supported; use HF_TOKEN for the Hub');
  if (url.protocol !== 'https:' && !isLoopback(url))
    throw misuse(shown, `'${shown}' is not supported: a URL begins with https: (http: only on this machine)`);
  if (url.origin !== hubOrigin && url.origin !== new URL(endpointOf()).origin) return { given: name, url };
  const [, repo, path] = /^\/([^/]+\/[^/]+)\/?(?:$|(?=\/))(.*)$/.exec(url.pathname) ?? [];
  if (repo === undefined || /^(datasets|spaces|api)$/.test(repo.split('/')[0]!)) return { given: name, url };
  const [, way, revision, file] = /^\/(tree|blob|resolve|raw)\/([^/]+)(?:\/(.*))?$/.exec(path ?? '') ?? [];
  if (path !== undefined && path !== '' && path !== '/' && way === undefined) return { given: name, url };
  const inRepo = file === undefined || file === '' ? undefined : decoded(file);
  return {
    ...hub(name, repo, decoded(revision ?? 'main'), way === 'tree' ? undefined : inRepo),
    endpoint: url.origin,
  };
}

/** True if it certainly refers to this machine. */
export const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Non-public addresses: RFC 6890, RFC 6598, RFC 4291, RFC 4193, and mapped ones (::ffff:10.0.0.1). */
const notPublic = new BlockList();
for (const [net, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
])
  notPublic.addSubnet(net, prefix);
for (const [net, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv6');

/** True if the name or number refers to this machine or a private network. Does not resolve names. */
export function isPrivate({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const family = isIP(host);
  if (family === 0) return /(^|\.)(localhost|local|internal)$/i.test(host);
  return notPublic.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

const isWithoutSecrets = ({ username, password }: URL): boolean => username === '' && password === '';

/** Removes user name, password and query from an address or attempted address, for messages. */
export const withoutSecrets = (address: string): string =>
  address
    // in an invalid address, anything before an @ may be a secret
    .replace(URL.canParse(address) ? /^(\w+:)?[\\/]*[^\\/?#]*@/ : /^(\w+:)?.*@/s, '$1//…@')
    .replace(/[?#][^]*$/, (rest) => (rest.length > 1 ? `${rest[0]}…` : rest));

/** URL of a file in a repository. */
export function fileUrl({ endpoint, repo, revision }: HubAddress, path: string): URL {
  const parts = [...repo.split('/'), 'resolve', revision, ...path.split('/')];
  return new URL(`${endpoint}/${parts.map(encodeURIComponent).join('/')}`);
}

/** API URL that lists the files of a repository. */
export function listUrl({ endpoint, repo, revision }: HubAddress): URL {
  const parts = ['api', 'models', ...repo.split('/'), 'revision', revision];
  return new URL(`${endpoint}/${parts.map(encodeURIComponent).join('/')}`);
}

/** @throws always: the server's response and possible remedies */
export function refused(given: string, url: URL, response: Response): never {
  const name = printable(given, 200);
  const says = printable(response.headers.get('x-error-message') ?? '', 200);
  const what = remedies[response.status] ?? 'it was not given';
  const and = says === '' ? '' : ` (it says: ${says})`;
  throw new PosencError('io', name, `${name}: ${printable(url.host)} answers ${response.status}: ${what}${and}`);
}

const access = `HF_TOKEN must hold a token that may read it, which is sent to ${hubOrigin} alone`;
const remedies: Readonly<Record<number, string>> = {
  401: `it is private, gated, or not there; ${access}`,
  403: `it may not be read: accept the conditions on its page; ${access}`,
  404: 'no such repository, revision or file',
  416: 'the file is empty',
  429: 'too many requests; wait, or set HF_TOKEN',
};
