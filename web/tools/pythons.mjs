/** Which Python runs what needs modules: a pyenv's or a conda's comes first on the path, and Debian's packages belong to the system's. */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** The first python3 >= 3.10 that imports all of them; undefined where none does. */
export const pythonWith = (...modules) =>
  ['python3', '/usr/bin/python3'].find((python) => {
    const code = `import ${['sys', ...modules].join(', ')}; sys.exit(sys.version_info < (3, 10))`;
    // elsewhere, a folder of the checkout such as build/ is taken for a module of its name
    return spawnSync(python, ['-c', code], { cwd: tmpdir(), stdio: 'ignore' }).status === 0;
  });
