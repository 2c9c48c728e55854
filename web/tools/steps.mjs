/**
 * Long steps with their progress on standard error: a line that is rewritten on a terminal, and a
 * line at the start, every 15 seconds and at the end elsewhere.
 */
import { spawn } from 'node:child_process';

const terminal = process.stderr.isTTY;
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A child process that failed; `output` is what it printed last. */
export class CommandFailed extends Error {
  constructor(command, reason, output) {
    super(`${command} ${reason}`);
    this.output = output;
  }
}

/** A failure that the user can fix: the message says how, and no stack trace is printed. */
export class SetupError extends Error {}

/** The steps under way: of several at once, a terminal's one line shows all. */
const going = new Set();
const draw = () => {
  const line = [...going].map((one) => one()).join('  ·  ');
  if (going.size > 0) process.stderr.write(`\r\x1b[2K… ${line.slice(0, (process.stderr.columns ?? 80) - 4)}`);
};

/** Runs `work(report)`; `report(text)` says what is going on inside. Gives the result of `work`; one with `failed > 0` is marked. */
export async function step(title, work) {
  const start = performance.now();
  let detail = '';
  const line = () => `${title}${detail && `: ${detail}`} (${seconds(start)})`;
  going.add(line);
  if (terminal) draw();
  else process.stderr.write(`… ${title}\n`);
  const timer = setInterval(
    () => (terminal ? draw() : process.stderr.write(`  … ${line()}\n`)),
    terminal ? 250 : 15_000,
  );
  const end = (mark) => {
    clearInterval(timer);
    going.delete(line);
    process.stderr.write(`${terminal ? '\r\x1b[2K' : ''}${mark} ${title} (${seconds(start)})\n`);
    if (terminal) draw();
  };
  try {
    const result = await work((text) => (detail = text));
    end(result?.failed > 0 ? '✗' : '✓');
    return result;
  } catch (error) {
    end('✗');
    throw error;
  }
}

/**
 * Runs a program to its end without standard input and gives its standard output.
 * `report` gets each line it prints; `input` is a text for its standard input; with `failing: true`
 * a non-zero exit gives `{ stdout, stderr, code }` like a good one instead of throwing CommandFailed.
 */
export function run(command, args, { cwd, env, input, report, failing = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    const both = [];
    const take = (chunk) => {
      const text = chunk.toString();
      both.push(text);
      const last = text
        .trimEnd()
        .split('\n')
        .at(-1)
        .replace(/\x1b\[[\d;]*[A-Za-z]/g, '')
        .trim();
      if (last) report?.(last.slice(0, 100));
      return text;
    };
    child.stdout.on('data', (chunk) => (stdout += take(chunk)));
    child.stderr.on('data', (chunk) => (stderr += take(chunk)));
    if (input !== undefined) child.stdin.end(input);
    const shown = args.length > 8 ? [...args.slice(0, 4), `… and ${args.length - 4} more`] : args;
    const name = [command, ...shown].join(' ');
    child.on('error', (error) => reject(new CommandFailed(name, `did not start: ${error.message}`, '')));
    child.on('close', (code, signal) => {
      if (code === 0 || (failing && code !== null)) resolve({ stdout, stderr, code });
      else
        reject(
          new CommandFailed(name, signal ? `was ended by ${signal}` : `failed with exit status ${code}`, both.join('')),
        );
    });
  });
}

/** Prints a failure and how to fix it. */
export function report(error) {
  if (error instanceof CommandFailed) {
    console.error(`${error.output.trimEnd().split('\n').slice(-80).join('\n')}\n\nerror: ${error.message}`);
  } else {
    console.error(error instanceof SetupError ? `error: ${error.message}` : error);
  }
}

/** Runs the main function of a script. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    report(error);
    process.exitCode = 1;
  }
}
