/**
 * The checks before a release; docs/releases.md describes the whole procedure.
 *
 *   npm run release                 every check (about an hour)
 *   npm run release -- Changelog    only the checks whose title contains one of these words
 *
 * Leaves in build/release: the tarballs, the wheel, their digests (SHA256SUMS) and a bill of materials (posenc.cdx.json).
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { reproducible } from './reproducible.mjs';
import { root, setup } from './setup.mjs';
import { SetupError, main, report, run, step } from './steps.mjs';

const out = join(root, 'build/release');
const text = (path) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(text('package.json'));
const { version } = manifest;
const git = async (...args) => (await run('git', args, { cwd: root })).stdout.trim();

/** The parts of NOTICE.md, and the archives of Emscripten that belong to each. */
const linkedParts = {
  'Emscripten runtime': /^lib(stubs|noexit|GL|al|html5|sockets|wasm_workers_stub)\b/,
  Embind: /^libembind\b/,
  emmalloc: /^libemmalloc\b/,
  dlmalloc: /^libdlmalloc\b/,
  'musl libc': /^lib(c|m|bulkmemory|c_optz|printf_long_double)(-[\w-]+)?\.a$/,
  'libc++': /^libc\+\+[-.]/,
  'libc++abi': /^libc\+\+abi\b/,
  'compiler-rt': /^lib(compiler_rt|clang_rt)\b/,
};

const checks = {
  'Commit and tag': async () => {
    const changed = await git('status', '--porcelain');
    if (changed) throw new SetupError(`not committed:\n${changed}`);
    if (await git('tag', '--list', `v${version}`)) throw new SetupError(`the tag v${version} exists already`);
  },
  Changelog: () => {
    const [heading] = /^## .*$/m.exec(text('CHANGELOG.md'));
    if (!heading.startsWith(`## ${version} (`) || !/\(\d{4}-\d\d-\d\d\)$/.test(heading))
      throw new SetupError(`the first section of CHANGELOG.md must be '## ${version} (YYYY-MM-DD)', not '${heading}'`);
  },
  Addresses: () => {
    const missing = ['repository', 'homepage', 'bugs'].filter((key) => manifest[key] === undefined);
    if (missing.length > 0) throw new SetupError(`package.json lacks ${missing.join(', ')}`);
  },
  'Every test': (env, progress) => run(process.execPath, ['tests/run.mjs'], { cwd: root, env, report: progress }),
  'Notices of linked libraries': async (env, progress) => {
    await build(env, 'wasm');
    const cwd = join(root, 'build/wasm/wasm');
    for (const module of ['core', 'analysis', 'train', 'config']) {
      const link = text(`build/wasm/wasm/CMakeFiles/${module}-glue.dir/link.txt`).trim();
      const traced = link.replace(` -o ${module}-glue.js`, ` -o ../traced-${module}.js -Wl,--trace`);
      const { stdout, stderr } = await run('sh', ['-c', traced], { cwd, env, report: progress });
      const archives = new Set([...`${stdout}\n${stderr}`.matchAll(/([\w+.-]+\.a)\(/g)].map(([, name]) => name));
      if (archives.size === 0) throw new Error(`the linker lists no archive for ${module}.wasm`);
      for (const archive of archives) {
        const part = Object.keys(linkedParts).find((name) => linkedParts[name].test(archive));
        if (!archive.startsWith('libposenc_') && !(part && text('NOTICE.md').includes(part)))
          throw new SetupError(`${module}.wasm contains ${archive}: add it to NOTICE.md and web/tools/release.mjs`);
      }
    }
  },
  'Reproducible package and wheel': async (env, progress) =>
    writeFileSync(join(out, 'SHA256SUMS'), `${(await reproducible(env, progress)).join('\n')}\n`),
  Rehearsal: (env, progress) => {
    const files = readdirSync(out).filter((name) => /^posenc-\d.*\.(tgz|whl)$/.test(name));
    const given = files.sort().flatMap((name) => [name.endsWith('.tgz') ? '--tarball' : '--wheel', join(out, name)]);
    return run(process.execPath, ['tests/rehearsal.mjs', ...given], { cwd: root, env, report: progress });
  },
  'Bill of materials': async () => {
    const { stdout } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: root });
    writeFileSync(join(out, 'posenc.cdx.json'), stdout);
  },
};

main(async () => {
  const words = process.argv.slice(2);
  const chosen = Object.keys(checks).filter((title) => !words.length || words.some((word) => title.includes(word)));
  if (chosen.length === 0) throw new SetupError(`no check has a title with ${words.join(' or ')}`);
  mkdirSync(out, { recursive: true });
  const env = await setup({ tests: true, full: true });
  const failed = [];
  for (const title of chosen)
    await step(title, (progress) => checks[title](env, progress)).catch((error) => {
      report(error);
      failed.push(title);
    });
  console.log(
    failed.length > 0 ? `failed: ${failed.join(', ')}` : `${chosen.length} checks passed; see docs/releases.md`,
  );
  if (failed.length > 0) process.exitCode = 1;
});
