/**
 * Shows the progress of long steps on standard error. A terminal shows one line that is rewritten;
 * otherwise a line is printed at the start, every 15 seconds and at the end.
 */
import { spawn } from 'node:child_process';

const terminal = process.stderr.isTTY;
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A child process failed; `output` is its standard output and standard error. */
export class CommandFailed extends Error {
  constructor(command, reason, output) {
    super(`${command} ${reason}`);
    this.output = output;
  }
}

/** A failure that the user can fix. The message says how, and no stack trace is printed. */
export class SetupError extends Error {}

/** The running steps; a terminal shows all of them in one line. */
const going = new Set();
const draw = () => {
  const line = [...going].map((one) => one()).join('  ·  ');
  if (going.size > 0) process.stderr.write(`\r\x1b[2K… ${line.slice(0, (process.stderr.columns ?? 80) - 4)}`);
};

/** Runs `work(report)` and returns its result, marked if `failed > 0`; `report(text)` shows the current detail. */
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
 * Runs a program to its end and returns `{ stdout, stderr, code }`. Throws CommandFailed for a
 * non-zero exit status unless `failing` is true. `report` receives the last line of each output chunk;
 * `input` is a string for standard input, which is otherwise empty.
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
