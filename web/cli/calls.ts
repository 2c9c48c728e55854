/**
 * posenc calls: many calls in one process, one line of JSON each, so that a program in another language starts the
 * library only once.
 */
import { asPosencError, errorAbout } from '../lib/checks/errors.js';
import { maxJsonLength } from '../lib/checks/limits.js';
import { create, parseJson, type Posenc, PosencError } from '../lib/node.js';
import { shown } from '../lib/checks/show.js';
import { type Command, positionals } from './command.js';
import { jsonLine } from './json.js';
import { linesOf } from './lines.js';
import { methodOf, resultOf } from './methods.js';
import { print } from './output.js';
import { withNumbers } from './tensor-files.js';

export const calls: Command = {
  help: `Each line of standard input is ["method", argument, …], as for posenc call. For each there is one line of standard output,
in order: {"result": …} or {"error": {"code", "field", "message"}}. An error ends only its own call. The process ends when
its input ends.

  --frames   binary frames in both directions, as the Python package uses them (web/cli/frames/frame.ts): JSON headers
             and arrays as bytes; the first frame of this side lists what can be called

  printf '%s\\n' '["shape",{"encoding":"rope","dim":8}]' '["frequencies",{"encoding":"rope","dim":8}]' | posenc calls`,
  options: { frames: { type: 'boolean' } },
  async run(args) {
    positionals(args, []);
    if (args.values['frames'] === true)
      return (await import('./frames/serve.js')).serveFrames(process.stdin, process.stdout);
    const pe = await create();
    try {
      for await (const line of linesOf(process.stdin, mostBytes)) {
        if (line?.trim() !== '') await print(jsonLine(await answer(pe, line)));
      }
    } finally {
      pe.dispose();
    }
  },
};

/** A UTF-16 unit takes at most three bytes in UTF-8. */
const mostBytes = 3 * maxJsonLength;

async function answer(pe: Posenc, line: string | undefined): Promise<unknown> {
  try {
    if (line === undefined) throw errorAbout('too_large', 'line', `has more than ${mostBytes} bytes`);
    const [method, ...args] = readCall(line);
    return { result: await resultOf(pe, methodOf(method), await Promise.all(args.map(withNumbers))) };
  } catch (thrown) {
    const { code, field, message } = asPosencError(thrown, 'calling');
    return { error: { code, field, message } };
  }
}

function readCall(line: string): [method: string, ...args: unknown[]] {
  const call = parseJson(line, { field: 'line' });
  if (Array.isArray(call) && typeof call[0] === 'string') return call as [string, ...unknown[]];
  throw new PosencError('bad_argument', 'line', `a line must be ["method", argument, …], but ${shown(call)} was given`);
}
