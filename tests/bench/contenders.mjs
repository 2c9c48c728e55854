/** The programs that are measured against each other: each is one process, pinned to one processor, that answers requests. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { which } from '../../web/tools/chromium.mjs';
import { root } from '../../web/tools/setup.mjs';

const peer = (name) => fileURLToPath(new URL(`peers/${name}`, import.meta.url));
const built = (path) => join(root, 'build', path);
/** A python3 that can import `module`: first that of an activated environment. */
const pythonWith = (module) =>
  [which('python3'), '/usr/bin/python3'].find(
    (python) => python && spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0,
  );

/** Command lines by contender, and a package that provides what a Python contender imports. */
const commands = {
  core: [process.execPath, built('wasm/tests/bench_probe.cjs')],
  native: [built('native/tests/bench_probe')],
  eigen: [process.execPath, built('wasm/tests/bench_eigen.cjs')],
  'eigen-native': [built('native/tests/bench_eigen')],
  library: [process.execPath, peer('library.mjs')],
  loops: [process.execPath, peer('loops.mjs')],
  'ml-matrix': [process.execPath, peer('with_ml_matrix.mjs')],
  'jax-js': [process.execPath, peer('with_jax.mjs')],
  python: [pythonWith('numpy'), peer('with_posenc.py')],
  numpy: [pythonWith('numpy'), peer('with_numpy.py')],
  torch: [pythonWith('torch'), peer('with_torch.py')],
};
const packages = { numpy: 'python3-numpy', torch: 'python3-torch' };

/** The ids that can run on this machine. */
export const present = (ids) =>
  ids.filter((id) => {
    if (commands[id][0] && existsSync(commands[id].at(-1))) return true;
    console.log(`${id} is absent${packages[id] ? `: sudo apt-get install ${packages[id]} libopenblas0-pthread` : ''}`);
    return false;
  });

/** The last processor that this process may use, as the first serves most interrupts. */
const processor = () =>
  which('taskset') && /^Cpus_allowed_list:.*?(\d+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];

const environment = {
  // glibc keeps freed memory, so that a peer that allocates pays for page faults in its first call only
  ...{ MALLOC_MMAP_MAX_: '0', MALLOC_TRIM_THRESHOLD_: String(2 ** 40) },
  ...{ OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' },
  ...{ PYTHONPATH: join(root, 'python'), POSENC_LIBRARY: built('native/libposenc.so') },
};

async function start(id) {
  const pinned = processor();
  const [command, ...args] = [...(pinned ? ['taskset', '-c', pinned] : []), ...commands[id]];
  const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: 'pipe' });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  child.stdin.on('error', () => {}); // `next` reports the end of the child
  const closed = new Promise((resolve) => child.on('close', resolve));
  const next = async () => {
    const { value, done } = await lines.next();
    if (!done) return JSON.parse(value);
    throw new Error(`${id} ended with status ${await closed}\n${errors.slice(-2000)}`);
  };
  return {
    id,
    version: (await next()).version,
    ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return next();
    },
    stop() {
      child.stdin.end();
      return closed;
    },
  };
}

/** Starts the contenders, passes them to `work`, and always stops them. */
export async function withProcesses(ids, work) {
  const processes = [];
  try {
    for (const id of ids) processes.push(await start(id));
    return await work(processes);
  } finally {
    for (const process of processes) await process.stop();
  }
}
