/** Vitest: the program in a test. */
import { readFileSync } from 'node:fs';

export async function run(project, { environment }) {
  project.write({
    'posenc.test.js': `// @vitest-environment ${environment}
import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { program } from './program.js';
test('posenc', async () => writeFileSync('result.json', JSON.stringify(await program())), 60_000);
`,
  });
  await project.bin('vitest', ['run']);
  return JSON.parse(readFileSync(project.at('result.json'), 'utf8'));
}
