#!/usr/bin/env node
/**
 * posenc: the command line. Results go to standard output; an error is one line on standard error and exit status 2.
 * Commands that compare return status 1 if they find differences.
 */
import { parseArgs } from 'node:util';
import { asPosencError, PosencError, reason } from '../lib/checks/errors.js';
import { printable, suggestion } from '../lib/checks/show.js';
import { coloured, columns } from './columns.js';
import { type Arguments, type Command, misuse, type Offer, version } from './command.js';
import { commands } from './commands.js';
import { harmless } from './harmless.js';

/** Exit status after SIGINT and SIGTERM: 128 plus the signal number, as in shells. */
const signalStatus: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader, such as head, has closed the pipe
  process.exit(failure(new PosencError('io', 'standard output', `the result could not be written: ${reason(error)}`)));
});

/** Settles when the command has finished its output; exported for tests only. */
export const ended = main(process.argv.slice(2)).catch((thrown: unknown) => {
  const status = typeof thrown === 'string' ? signalStatus[thrown] : undefined;
  process.exitCode = status ?? failure(thrown);
});

/** Prints the error and returns its exit status. */
function failure(thrown: unknown): number {
  const { code, field, message } = asPosencError(thrown, 'running');
  const where = field ? ` (${printable(field)})` : '';
  const head = coloured('red', `posenc: error ${code}${where}:`, process.stderr);
  process.stderr.write(harmless(`${head} ${printable(message, 2000)}\n`));
  return 2;
}

async function main([name, ...rest]: readonly string[]): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    process.stdout.write(overview());
  } else if (['--version', '-V', '-v', 'version'].includes(name)) {
    process.stdout.write(`${version()}\n`);
  } else if (name === 'help') {
    for (const asked of rest) await run(asked, ['--help']);
  } else {
    await run(name, rest);
  }
}

async function run(name: string, args: readonly string[]): Promise<void> {
  const offer = commands.find((candidate) => candidate.name === name);
  if (!offer) {
    const names = [...commands.map((candidate) => candidate.name), 'help', 'version'];
    throw misuse(
      'command',
      `there is no command '${printable(name)}'${suggestion(name, names)}; posenc --help lists them`,
    );
  }
  const command = await offer.load();
  const { values, positionals } = parse(offer, command, args);
  if (values['help']) process.stdout.write(`posenc ${name} ${offer.usage}\n\n${command.help}\n`);
  else process.exitCode = (await command.run({ values, positionals })) || 0;
}

/** A token of `parseArgs`. */
interface Given {
  readonly kind: string;
  readonly rawName?: string;
  readonly value?: string;
}

function parse({ name }: Offer, command: Command, args: readonly string[]): Arguments {
  const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
    const names = (parsed.tokens as readonly Given[])
      .filter(({ kind, value }) => kind === 'option' && value !== undefined)
      .map(({ rawName }) => rawName);
    const twice = names.find((option, i) => names.indexOf(option) !== i);
    if (twice !== undefined) throw new Error(`${twice} is given twice`);
    return parsed as Arguments;
  } catch (thrown) {
    const text = reason(thrown);
    const unknown = /^Unknown option '(-[^']*)'/.exec(text)?.[1];
    const like = Object.keys(options).map((option) => `--${option}`);
    const wrong =
      unknown === undefined ? plainly(text) : `there is no option '${printable(unknown)}'${suggestion(unknown, like)}`;
    throw misuse('arguments', `${wrong}; posenc ${name} --help shows the options`);
  }
}

/** Node's errors about values of options, in words for users of a command line. */
function plainly(text: string): string {
  const [, option = ''] = /^Option '(?:-\w, )?(--[\w-]+)/.exec(text) ?? [];
  if (/argument missing/.test(text)) return `${option} needs a value`;
  if (/argument is ambiguous/.test(text))
    return `${option} needs a value; one that begins with a minus is written with =, as in ${option}=-1`;
  if (/does not take an argument/.test(text)) return `${option} takes no value`;
  return text;
}

function overview(): string {
  const rows = commands.map(({ name, usage, summary }) => `  posenc ${name} ${usage}\n      ${summary}`);
  return `posenc ${version()}: exact position encodings of transformers\n\n${rows.join('\n')}\n\n${columns([
    ['', ''],
    ['posenc help <command>', 'show the options of a command'],
    ['posenc version', 'print the version'],
  ]).trimStart()}\n`;
}
