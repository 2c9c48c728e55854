/** A project of somebody else's in a folder of its own: files are written, packages installed, programs run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run as runCommand } from '../../web/tools/steps.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Packages that hold a Node are named after it. */
export const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const quiet = { CI: '1', NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };

export class Project {
  /** @param report is told what is going on */
  constructor(folder, report) {
    this.folder = folder;
    this.report = report;
    mkdirSync(folder, { recursive: true });
    cpSync(join(here, 'program.js'), this.at('program.js'));
  }

  at(...names) {
    return join(this.folder, ...names);
  }

  /** Where a Node was installed, programs find that one. */
  #env() {
    const path = [this.at('node_modules', nodePackage, 'bin'), process.env.PATH].join(delimiter);
    return { ...process.env, ...quiet, PATH: path };
  }

  /** Files by name; a value that is no text becomes JSON. */
  write(files) {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(this.at(name)), { recursive: true });
      writeFileSync(this.at(name), typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
    }
  }

  /** The packed posenc, and packages of exact versions; no scripts of theirs are run. */
  async install(tarball, packages = {}) {
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
    await this.run('npm', ['install', ...flags, tarball, ...named]);
  }

  /** A command in the folder, at the lowest priority; gives what it printed, or throws with it. */
  async run(command, args, { env = {}, failing = false } = {}) {
    const options = { cwd: this.folder, env: { ...this.#env(), ...env }, report: this.report, failing };
    return runCommand('nice', [command, ...args], options);
  }

  /** A program of an installed package. */
  bin(name, args, options) {
    return this.run(this.at('node_modules/.bin', name), args, options);
  }

  /** The result that a program prints on a line of its own. */
  async result(command, args, options) {
    const { stdout, stderr } = await this.run(command, args, { ...options, failing: true });
    const line = /^.*?(\{"main".*\})\s*$/m.exec(stdout)?.[1];
    if (line) return JSON.parse(line);
    throw new Error(`no result was printed:\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  }

  /** Starts a program of an installed package that goes on; gives the function that ends it and what it started. */
  async start(name, args) {
    const child = spawn(this.at('node_modules/.bin', name), args, {
      cwd: this.folder,
      env: this.#env(),
      stdio: 'ignore',
      detached: true,
    });
    const ended = once(child, 'exit');
    return async () => {
      try {
        process.kill(-child.pid);
      } catch {
        // it has ended
      }
      await ended;
    };
  }
}

/** A port that is free now. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
