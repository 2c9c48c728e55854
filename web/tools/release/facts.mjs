/**
 * The facts of a release that later ones are compared with, beside the declarations of TypeScript: functions of the C
 * interface, names of the Python package, commands and their options, digests of tables, sizes.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { run } from '../steps.mjs';

const text = (root, ...path) => readFileSync(join(root, ...path), 'utf8');

/** { abi, functions: { name: prototype }, types: { name: definition } } of src/include/posenc/c.h, without comments. */
export function cInterface(header) {
  const code = header
    .replace(/\/\*[^]*?\*\//g, ' ')
    .replace(/^\s*#.*(?:\\\n.*)*$/gm, (line) => (line.includes('POSENC_ABI_VERSION') ? line : ''))
    .replace(/\s+/g, ' ');
  const abi = Number(/#define POSENC_ABI_VERSION (\d+)/.exec(code)?.[1]);
  const functions = {};
  for (const [, prototype, name] of code.matchAll(/POSENC_API ([^;]*?\b(posenc_\w+)\([^;]*\));/g))
    functions[name] = prototype.trim();
  const types = {};
  for (const [definition, , name] of code.matchAll(/typedef (struct|enum) (\w+)(?: \{[^}]*\})? \w+;/g))
    types[name] = definition;
  return { abi, functions, types };
}

/** Names and signatures of `__all__` and of the public methods of its classes, as Python's own parser reads them. */
const pythonProgram = `
import ast, json, pathlib, sys
package = pathlib.Path(sys.argv[1])
trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.glob("*.py"))]
init = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
names = next(ast.literal_eval(n.value) for n in init.body if isinstance(n, ast.Assign) and n.targets[0].id == "__all__")
def signature(f):
    return f"({ast.unparse(f.args)})" + (f" -> {ast.unparse(f.returns)}" if f.returns else "")
found = {}
for tree in trees:
    for node in tree.body:
        alias = isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None)
        if alias in names: found[alias] = "= " + ast.unparse(node.value) # a type by another name
        if getattr(node, "name", None) not in names: continue
        if isinstance(node, ast.FunctionDef): found[node.name] = signature(node)
        if isinstance(node, ast.ClassDef):
            found[node.name] = ", ".join(ast.unparse(b) for b in node.bases)
            for f in node.body:
                if isinstance(f, ast.FunctionDef) and (f.name == "__init__" or not f.name.startswith("_")):
                    found[f"{node.name}.{f.name}"] = signature(f)
missing = [name for name in names if name not in found]
if missing: sys.exit(f"not found: {missing}")
print(json.dumps(found, sort_keys=True))
`;
export async function pythonInterface(root, env) {
  const { stdout } = await run('python3', ['-c', pythonProgram, join(root, 'python/posenc')], { env });
  return JSON.parse(stdout);
}

/** Command → its options, as its own help names them. */
export async function commands(root, env) {
  const program = join(root, 'dist/cli/posenc.js');
  const help = async (...words) => (await run(process.execPath, [program, 'help', ...words], { env })).stdout;
  const names = [...(await help()).matchAll(/^ {2}posenc (\w+)/gm)].map(([, name]) => name);
  const found = {};
  for (const name of [...new Set(names)].sort()) {
    if (name === 'help' || name === 'version') continue;
    found[name] = [...new Set((await help(name)).match(/(?<![\w-])--[a-z][\w-]*/g) ?? [])].sort();
  }
  return found;
}

/** Table → SHA-256 of its bytes, as tests compare them on every engine. */
export function tableHashes(root) {
  const rows = JSON.parse(text(root, 'tests/golden/table_hashes.json'));
  return Object.fromEntries(
    rows.map(({ sha256, ...table }) => {
      const name = JSON.stringify(table);
      return [name, sha256];
    }),
  );
}

/** Files whose size users wait for, in bytes: as they are, and compressed as servers do. */
export const measured = [
  'dist/core.wasm',
  'dist/analysis.wasm',
  'dist/train.wasm',
  'dist/posenc.global.js',
  'dist/posenc-chart.js',
];
/** Brotli takes seconds for each, and several steps ask. */
const known = new Map();
function brotliSize(data) {
  const digest = createHash('sha256').update(data).digest('hex');
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  if (!known.has(digest)) known.set(digest, brotliCompressSync(data, { params }).length);
  return known.get(digest);
}

export function sizesOf(root) {
  return Object.fromEntries(
    measured.map((path) => {
      const data = readFileSync(join(root, path));
      return [path, { bytes: data.length, brotli: brotliSize(data) }];
    }),
  );
}
