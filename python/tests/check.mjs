/**
 * Checks the Python package on the C interface of the native build: its tests, the output of tests/consumer, and the
 * programs of docs/python.md, docs/cos-sin.md and README.md. `wheel` also checks wheels of the checkout and of an sdist.
 * setup.mjs installs the requirements.
 */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePythonFiles } from '../../web/tools/python.mjs';
import { buildPython, pythonWith } from '../../web/tools/pythons.mjs';
import { root } from '../../web/tools/setup.mjs';
import { run } from '../../web/tools/steps.mjs';
import { blocksOf } from '../../tests/web/support/docs.mjs';

/** Returns { passed, failed, note? }; prints failures to standard error. */
export async function checkPython({ env, wheel }) {
  const python = pythonWith('numpy', 'mypy') ?? pythonWith('numpy');
  if (!python) return { passed: 0, failed: 1, note: 'no python3 has numpy' };
  const folder = mkdtempSync(join(tmpdir(), 'posenc-python-'));
  try {
    await writePythonFiles();
    const expected = join(folder, 'expected.txt');
    writeFileSync(expected, (await run(join(root, 'build/native/tests/consumer'), [], { env })).stdout);
    const own = { ...env, PYTHONDONTWRITEBYTECODE: '1', POSENC_EXPECTED: expected };
    const inPlace = { POSENC_LIBRARY: join(root, 'build/native/libposenc.so'), PYTHONPATH: join(root, 'python') };
    const counted = await tested(python, { ...own, ...inPlace });
    if (!wheel) return counted;
    // wheels of the checkout and of an sdist, which contains all its sources
    const built = (kind, source, into) => buildPython(kind, source, join(folder, into), { env });
    await built('wheel', join(root, 'python'), 'checkout');
    await built('sdist', join(root, 'python'), 'sdist');
    const unpack =
      "import glob, tarfile, zipfile; zipfile.ZipFile(glob.glob('checkout/*.whl')[0]).extractall('unpacked'); tarfile.open(glob.glob('sdist/*.tar.gz')[0]).extractall('source')";
    await run(python, ['-c', unpack], { env, cwd: folder });
    const [source] = readdirSync(join(folder, 'source'));
    await built('wheel', join(folder, 'source', source), 'sdist');
    const asWheel = await tested(python, { ...own, PYTHONPATH: join(folder, 'unpacked'), POSENC_WHEELS: folder });
    return { passed: counted.passed + asWheel.passed, failed: counted.failed + asWheel.failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the unit tests, and the programs of the documents, whose output must be as printed there. */
async function tested(python, env) {
  const args = ['-m', 'unittest', 'discover', '--verbose', join(root, 'python/tests')];
  const { stderr } = await run(python, args, { cwd: tmpdir(), env, failing: true });
  const [, count] = /^Ran (\d+) tests? /m.exec(stderr) ?? [];
  const [, failures = 0] = /failures=(\d+)/.exec(stderr) ?? [];
  const [, errors = 0] = /errors=(\d+)/.exec(stderr) ?? [];
  let failed = Number(failures) + Number(errors);
  if (failed > 0 || !count) process.stderr.write(`\n${stderr}\n`);
  if (!count) failed++;
  const skipped = [...stderr.matchAll(/ \.\.\. skipped (['"])(.+)\1$/gm)].map(([, , reason]) => reason);
  let passed = Number(count ?? 0) - failed - skipped.length;
  for (const page of ['docs/python.md', 'docs/cos-sin.md']) {
    const blocks = blocksOf(readFileSync(join(root, page), 'utf8'));
    for (const [i, { language, code }] of blocks.entries()) {
      if (language !== 'python') continue;
      const { stdout, stderr: said } = await run(python, ['-c', code], { cwd: tmpdir(), env, failing: true });
      if (stdout === blocks[i + 1].code) passed++;
      else (failed++, process.stderr.write(`\n${page} prints\n${stdout}${said}\n`));
    }
  }
  const here = mkdtempSync(join(tmpdir(), 'posenc-readme-'));
  copyFileSync(join(root, 'web/notebook/configs/gpt-oss-20b.json'), join(here, 'config.json'));
  const [{ code }] = blocksOf(readFileSync(join(root, 'README.md'), 'utf8')).filter((one) => one.language === 'python');
  const { stdout, stderr: said } = await run(python, ['-c', code], { cwd: here, env, failing: true });
  const expected = [...code.matchAll(/^print\(.*\) {2}# (.+)$/gm)].map(([, line]) => `${line}\n`).join('');
  if (stdout === expected && expected) passed++;
  else (failed++, process.stderr.write(`\nREADME.md prints\n${stdout}${said}\n`));
  rmSync(here, { recursive: true });
  return {
    passed,
    failed,
    ...(skipped.length > 0 && { note: `${skipped.length} skipped: ${[...new Set(skipped)].join(', ')}` }),
  };
}
