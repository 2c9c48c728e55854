/**
 * Long steps with their progress on standard error: a line that is rewritten on a terminal, and a
 * line at the start, every 15 seconds and at the end elsewhere.
 */
import { execFileSync, spawn } from 'node:child_process';

const terminal = process.stderr.isTTY;
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A child process that failed; `output` is what it printed last. */
export class CommandFailed extends Error {
  constructor(command, reason, output) {
    super(`${command} ${reason}`);
    this.output = output;
  }
}

/** A failure that the reader can mend: the message says how, a stack trace adds nothing. */
export class SetupError extends Error {}

/** The steps under way: of several at once, a terminal's one line shows all. */
const going = new Set();
const draw = () => {
  const line = [...going].map((one) => one()).join('  ·  ');
  if (going.size > 0) process.stderr.write(`\r\x1b[2K… ${line.slice(0, (process.stderr.columns ?? 80) - 4)}`);
};

/** Whether somebody wants the end of it all. */
let interrupted = false;
export const wasInterrupted = () => interrupted;

/** SIGTERM for all that this process has started, and what that has started: a compiler of make of cmake goes on else. */
function endPrograms() {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = new Set([process.pid]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const [pid, parent] of pairs) if (found.has(parent)) found.add(pid);
  }
  found.delete(process.pid);
  for (const pid of found) {
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // it has ended, as ps has
    }
  }
}

/**
 * From now on Ctrl-C ends the programs that `run` has started, whose callers clean up and stop; a second one ends this process
 * at once. Who calls it asks `wasInterrupted` before it begins anything else, and ends with status 130.
 */
export function interruptible(said) {
  const onSignal = () => {
    if (interrupted) process.exit(130);
    interrupted = true;
    process.stderr.write(`\n${said}\n`);
    endPrograms();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return () => process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
}

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
    if (interrupted) throw new CommandFailed(command, 'was not started: this run was interrupted', '');
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

/** Prints a failure with what is needed to mend it. */
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
