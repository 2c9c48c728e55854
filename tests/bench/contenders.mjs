/** The programs that are measured against each other: each one process, pinned to one core, that answers requests. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { which } from '../../web/tools/chromium.mjs';
import { root } from '../../web/tools/setup.mjs';

const peer = (name) => fileURLToPath(new URL(`peers/${name}`, import.meta.url));

/** glibc keeps freed memory, so that a peer that allocates pays for page faults in its first call only. */
const keepMemory = { MALLOC_MMAP_MAX_: '0', MALLOC_TRIM_THRESHOLD_: String(2 ** 40) };
const oneThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };

/** The python3 that can import a module, or ''. */
function pythonWith(module) {
  for (const python of ['/usr/bin/python3', which('python3')]) {
    if (python && spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0) return python;
  }
  return '';
}

const python = (id, title, script, apt) => ({
  id,
  title,
  command: pythonWith(id),
  args: [peer(script)],
  get: `sudo apt-get install --no-install-recommends ${apt}`,
});
const node = (id, title, script) => ({ id, title, command: process.execPath, args: [script] });

/** The path of a program of this checkout, or ''. */
const built = (path) => (existsSync(join(root, path)) ? join(root, path) : '');

/** A script that may be absent. */
const optional = (contender, get) => (contender.args[0] ? contender : { ...contender, command: '', get });

/** Those of this machine; `missing` says of the others how to get them. */
export function findContenders() {
  const all = [
    node('core', 'posenc core, reused buffer in WASM', join(root, 'build/wasm/tests/bench_probe.cjs')),
    {
      id: 'native',
      title: 'posenc core, native',
      command: built('build/native/tests/bench_probe'),
      args: [],
      get: 'cmake --preset native && cmake --build --preset native --target bench_probe',
    },
    optional(
      node('eigen', 'Eigen in WASM', built('build/wasm/tests/bench_eigen.cjs')),
      'cmake --preset wasm && cmake --build --preset wasm --target bench_eigen',
    ),
    {
      id: 'eigen-native',
      title: 'Eigen, native',
      command: built('build/native/tests/bench_eigen'),
      args: [],
      get: 'cmake --preset native && cmake --build --preset native --target bench_eigen',
    },
    node('library', 'posenc library, in process', peer('library.mjs')),
    node('loops', 'plain JavaScript loops', peer('loops.mjs')),
    node('ml-matrix', 'ml-matrix, float64', peer('with_ml_matrix.mjs')),
    node('jax-js', 'jax-js in WASM, float32', peer('with_jax.mjs')),
    python('numpy', 'numpy', 'with_numpy.py', 'python3-numpy libopenblas0-pthread'),
    python('torch', 'PyTorch', 'with_torch.py', 'python3-torch libopenblas0-pthread'),
  ];
  return {
    contenders: all.filter(({ command }) => command),
    missing: all.filter(({ command }) => !command).map(({ id, get }) => `${id} is absent. To compare with it: ${get}`),
  };
}

/** The core that everything runs on: the last one allowed, as the first serves most interrupts. */
export const pinnedCore = () => {
  const allowed =
    which('taskset') && /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return allowed ? allowed.split(/[,-]/).at(-1) : undefined;
};

/**
 * Starts the contenders, lets `work` talk to them, and stops them whatever happens.
 * @param fresh freed memory is given back, as in a short program
 */
export async function withProcesses(contenders, work, { fresh = false } = {}) {
  const processes = [];
  try {
    for (const contender of contenders) processes.push(await Process.start(contender, fresh));
    return await work(processes);
  } finally {
    for (const process of processes) await process.stop();
  }
}

class Process {
  static async start(contender, fresh) {
    const core = pinnedCore();
    const [command, ...args] = [
      ...(core === undefined ? [] : ['taskset', '-c', core]),
      contender.command,
      ...contender.args,
    ];
    const env = { ...process.env, ...oneThread, ...(fresh ? {} : keepMemory), PYTHONDONTWRITEBYTECODE: '1' };
    const started = new Process(contender, spawn(command, args, { env, stdio: 'pipe' }));
    started.version = (await started.#next()).version;
    return started;
  }

  #child;
  #lines;
  #errors = '';
  #closed;
  constructor(contender, child) {
    this.id = contender.id;
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on('data', (chunk) => (this.#errors += chunk));
    child.stdin.on('error', () => {}); // the child's end is reported by #next
    this.#closed = new Promise((resolve) => child.on('close', resolve));
  }

  async #next() {
    const { value, done } = await this.#lines.next();
    if (!done) return JSON.parse(value);
    const status = await this.#closed;
    throw new Error(`${this.id} ended with status ${status}\n${this.#errors.slice(-2000)}`);
  }

  ask(request) {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    return this.#next();
  }

  stop() {
    this.#child.stdin.end();
    return this.#closed;
  }
}
