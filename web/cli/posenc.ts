#!/usr/bin/env node
/**
 * posenc: the command line. Results go to standard output; an error is one line on standard error
 * and exit status 2.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { asPosencError, reason } from '../lib/checks/errors.js';
import { printable, suggestion } from '../lib/checks/show.js';
import { call } from './call.js';
import { calls } from './calls.js';
import { columns } from './columns.js';
import { type Command, misuse } from './command.js';
import { list } from './list.js';
import { report } from './report.js';
import { table } from './table.js';
import { tensors } from './tensors.js';

const commands: readonly Command[] = [report, table, tensors, list, call, calls];
/** Exit status after SIGINT and SIGTERM: 128 + their numbers, as shells have it. */
const signalStatus: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader, such as head, has seen enough
  throw error;
});

main(process.argv.slice(2)).catch((thrown: unknown) => {
  const status = typeof thrown === 'string' ? signalStatus[thrown] : undefined;
  if (status !== undefined) {
    process.exitCode = status;
    return;
  }
  const { code, field, message } = asPosencError(thrown, 'running');
  const where = field ? ` (${printable(field)})` : '';
  process.stderr.write(`posenc: error ${code}${where}: ${printable(message, 2000)}\n`);
  process.exitCode = 2;
});

async function main([name, ...rest]: readonly string[]): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(overview());
    return;
  }
  if (name === '--version' || name === '-V') {
    process.stdout.write(`${version()}\n`);
    return;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    const names = commands.map((candidate) => candidate.name);
    throw misuse(
      'command',
      `there is no command '${printable(name)}'${suggestion(name, names)}; posenc --help lists them`,
    );
  }
  const { values, positionals } = parse(command, rest);
  if (values['help']) {
    process.stdout.write(`posenc ${command.name} ${command.usage}\n\n${command.help}\n`);
    return;
  }
  await command.run({ values, positionals });
}

function parse(
  command: Command,
  args: readonly string[],
): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (thrown) {
    throw misuse('arguments', `${reason(thrown)} (posenc ${command.name} --help shows the options)`);
  }
}

function overview(): string {
  const rows = commands.map(({ name, usage, summary }) => `  posenc ${name} ${usage}\n      ${summary}`);
  return `posenc ${version()}: exact position encodings of transformers\n\n${rows.join('\n')}\n\n${columns([
    ['', ''],
    ['posenc <command> --help', 'the options of a command'],
    ['posenc --version', ''],
  ]).trimStart()}\n`;
}

function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
