/** A small project in its own folder: writes files, installs packages, runs programs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run as runCommand } from '../../web/tools/steps.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The npm package that contains a Node for this machine. */
export const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const quiet = { CI: '1', NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };

export class Project {
  /** @param report is called with each line that a program prints */
  constructor(folder, report) {
    this.folder = folder;
    this.report = report;
    mkdirSync(folder, { recursive: true });
    cpSync(join(here, 'program.js'), this.at('program.js'));
  }

  at(...names) {
    return join(this.folder, ...names);
  }

  /** Prefers a Node of the installed packages to the one that runs this. */
  #env() {
    const path = [this.at('node_modules', nodePackage, 'bin'), process.env.PATH].join(delimiter);
    return { ...process.env, ...quiet, PATH: path };
  }

  /** Writes files, by name; a value that is not a string becomes JSON. */
  write(files) {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(this.at(name)), { recursive: true });
      writeFileSync(this.at(name), typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
    }
  }

  /** Installs our packages and packages of exact versions, without running their scripts. */
  async install(tarballs, packages = {}) {
    if (!existsSync(this.at('package.json'))) this.write({ 'package.json': { private: true, type: 'module' } });
    const named = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
    const flags = [
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--save-exact',
      '--prefer-offline',
      '--no-package-lock',
    ];
    await this.run('npm', ['install', ...flags, ...tarballs, ...named]);
  }

  /** Runs a command in the folder at the lowest priority; returns its output. */
  async run(command, args, { env = {}, failing = false } = {}) {
    const options = { cwd: this.folder, env: { ...this.#env(), ...env }, report: this.report, failing };
    return runCommand('nice', [command, ...args], options);
  }

  /** Runs a program of an installed package. */
  bin(name, args, options) {
    return this.run(this.at('node_modules/.bin', name), args, options);
  }

  /** Runs a program and returns the result that it prints as a line of JSON. */
  async result(command, args, options) {
    const { stdout, stderr } = await this.run(command, args, { ...options, failing: true });
    const line = /^.*?(\{"main".*\})\s*$/m.exec(stdout)?.[1];
    if (line) return JSON.parse(line);
    throw new Error(`no result was printed:\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  }

  /** Starts a server of an installed package; returns the function that stops it and its child processes. */
  async start(name, args) {
    const child = spawn(this.at('node_modules/.bin', name), args, {
      cwd: this.folder,
      env: this.#env(),
      stdio: 'ignore',
      detached: true,
    });
    const ended = once(child, 'exit');
    const kill = () => {
      try {
        process.kill(-child.pid);
      } catch {
        // the server has already stopped
      }
    };
    process.once('exit', kill); // Ctrl-C: a detached process does not get the signal of the terminal
    return async () => {
      process.off('exit', kill);
      kill();
      await ended;
    };
  }
}

/** Returns a port that is currently free. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
