/** A runtime that npm can install: Node, Deno, Bun. */
export async function run(project, { program, args = [] }) {
  project.write({
    'main.mjs': `import { program } from './program.js';\nconsole.log(JSON.stringify(await program()));\n`,
  });
  return project.result(project.at('node_modules', program), [...args, 'main.mjs']);
}
