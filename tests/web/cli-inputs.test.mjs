/**
 * The class of defect: a command's help names a kind of input that the command rejects. Every command that reads models
 * gets every kind: kinds named in its help succeed, all others fail with a code and one line.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { posenc } from './support/command-line.mjs';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { file, folder } from './support/own-folder.mjs';
import { llama31 } from './support/posenc.mjs';

const config = JSON.stringify(llama31);
const diffusers = readFileSync(new URL('../golden/cases/V04-minimax-h3/mmh3.json', import.meta.url), 'utf8');
const model = gguf(llamaKeys());
const inFolder = (name, files) => {
  mkdirSync(join(folder, name), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, path, '..'), { recursive: true });
    writeFileSync(join(folder, name, path), content);
  }
  return join(folder, name);
};
const two = inFolder('two', { 'a/config.json': config, 'b/config.json': config });

/** A kind: the argument, the content of standard input, and the words of a help text that promise it. */
const kinds = {
  'a config.json': { argument: file('own.json', config), promised: /config\.json/ },
  'a config.json on standard input': { argument: '-', input: config, promised: /config\.json.*standard input/s },
  'a GGUF file': { argument: file('own.gguf', model), promised: /GGUF file/ },
  'a GGUF file on standard input': { argument: '-', input: model, promised: /GGUF file.*standard input/s },
  'a folder with one model': { argument: inFolder('one', { 'config.json': config }), promised: /a folder/ },
  'a folder with a GGUF file': { argument: inFolder('only', { 'model.gguf': model }), promised: /a folder +its model/ },
  'a folder with several models': { argument: two, promised: /every model below it/ },
  'a pattern': { argument: `${two}/**/*.json`, promised: /a quoted pattern/ },
  'a transformer of diffusers': {
    argument: inFolder('video', { 'transformer/config.json': diffusers }) + '/transformer/config.json',
    promised: /transformer\/config\.json of diffusers/,
  },
};
/** The arguments of a command with one input. */
const commands = {
  report: (argument) => [argument],
  'report --json': (argument) => [argument, '--json'],
  extend: (argument) => [argument, '--context', '200000'],
  // a GGUF file is compared with its original config.json
  check: (argument, kind) => [argument, ...(kind.includes('GGUF') ? ['--against', file('of.json', config)] : [])],
  fix: (argument) => [argument],
  'diff, first': (argument) => [argument, file('other.json', config)],
  'diff, second': (argument) => [file('other.json', config), argument],
  'identify --config': (argument) => ['1.0, 0.5', '--config', argument],
};

for (const [command, argumentsOf] of Object.entries(commands))
  describe(command, () => {
    const [name] = command.split(/[ ,]/);
    const help = posenc([name, '--help']).stdout;
    const [, option] = /(--\w+)$/.exec(command) ?? [];
    // for an option, its own line of the help
    const said = option === '--config' ? new RegExp(`${option} .*`).exec(help)[0] : help;
    for (const [kind, { argument, input, promised }] of Object.entries(kinds))
      test(kind, () => {
        const { status, stdout, stderr } = posenc([name, ...argumentsOf(argument, kind)], { input });
        assert.ok([0, 1, 2].includes(status), `${status} ${stderr}`);
        assert.doesNotMatch(stderr, /^\s+at .*:\d+:\d+/m, 'a stack trace');
        if (promised.test(said)) {
          assert.ok(status < 2, `its help names it: ${stderr}`);
          assert.notEqual(stdout, '');
        }
        if (status === 2) {
          // check reports a file that it read and cannot check as a finding
          const told = stdout.includes(': error not_checked: ') ? stdout : stderr;
          assert.match(told, /(^|\n)\S+: (error )?\w+( \([^)]*\))?: \S/, 'a code and a sentence');
          assert.doesNotMatch(stderr, /\binternal\b/);
        }
      });
  });
