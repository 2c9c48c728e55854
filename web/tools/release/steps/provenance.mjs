/**
 * A statement in in-toto's form with a predicate of SLSA's: which sources, tools and files of the lock gave which bytes. It is
 * not signed, and says so: it is made by whoever runs this, and is evidence for those who build the same again.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run as command } from '../../steps.mjs';

export const title = 'Provenance';
export const todo = "the step 'reproducible' makes the files that it speaks of";

export const makes = [/^provenance\.json$/, /^digests\.json$/, /\.(tgz|whl|cdx\.json)$/];

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** The statement. @param subjects { name: sha256 }  @param materials [{ uri, digest }]  @param tools { name: version } */
export function statementOf({ subjects, materials, tools, commit, command: line }) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: Object.entries(subjects).map(([name, digest]) => ({ name, digest: { sha256: digest } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:posenc:docs:releases#the-build',
        externalParameters: { command: line, commit },
        internalParameters: { tools },
        resolvedDependencies: materials,
      },
      runDetails: {
        builder: { id: 'urn:posenc:builder:machine-of-a-maintainer' },
        metadata: {},
        byproducts: [{ name: 'signature', annotations: { signed: false } }],
      },
    },
  };
}

export async function run({ root, env, out }) {
  const file = join(out, 'digests.json');
  if (!existsSync(file)) throw new Error('there are no digests of a build that was compared');
  const { commit, files } = JSON.parse(readFileSync(file, 'utf8'));
  const said = async (name, args) => (await command(name, args, { cwd: root, env })).stdout.trim().split('\n')[0];
  const now = await said('git', ['rev-parse', 'HEAD']);
  const problems = [];
  if (now !== commit)
    problems.push({ what: `the files were compared at ${commit.slice(0, 12)}`, todo: "run 'reproducible' again" });
  const made = readdirSync(out).filter((name) => /\.(cdx\.json|tgz|whl)$/.test(name));
  const subjects = Object.fromEntries(made.map((name) => [name, sha256(readFileSync(join(out, name)))]));
  for (const [name, digest] of Object.entries(files)) if (/\.wasm$/.test(name)) subjects[`dist/${name}`] = digest;
  const lockFile = (path) => ({ uri: path, digest: { sha256: sha256(readFileSync(join(root, path))) } });
  const materials = [
    { uri: 'git+commit', digest: { gitCommit: commit } },
    { uri: 'git+tree', digest: { gitTree: await said('git', ['rev-parse', 'HEAD^{tree}']) } },
    lockFile('package-lock.json'),
    lockFile('wasm/toolchain/packages.sha256'),
  ];
  const tools = {
    node: process.version,
    npm: await said('npm', ['--version']),
    emcc: await said('emcc', ['--version']),
    clang: await said('sh', ['-c', '"$(em-config LLVM_ROOT)/clang" --version']),
    binaryen: await said('sh', ['-c', '"$(em-config BINARYEN_ROOT)/bin/wasm-opt" --version']),
    cmake: await said('cmake', ['--version']),
    'g++': await said('g++', ['--version']),
    python: await said('python3', ['--version']),
    typescript: JSON.parse(readFileSync(join(root, 'node_modules/typescript/package.json'), 'utf8')).version,
  };
  const line = 'node web/tools/build.mjs lib && npm pack --ignore-scripts';
  const statement = statementOf({ subjects, materials, tools, commit, command: line });
  writeFileSync(join(out, 'provenance.json'), `${JSON.stringify(statement, undefined, 1)}\n`);
  return { says: `${Object.keys(subjects).length} files, not signed`, problems };
}
