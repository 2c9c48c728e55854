/** Jest, with the flag of Node that lets it load modules. */
import { readFileSync } from 'node:fs';

export async function run(project, { environment }) {
  project.write({
    'posenc.test.js': `/** @jest-environment ${environment} */
import { writeFileSync } from 'node:fs';
import { program } from './program.js';
test('posenc', async () => writeFileSync('result.json', JSON.stringify(await program())), 60_000);
`,
    'jest.config.json': { transform: {} },
  });
  await project.bin('jest', ['--forceExit'], { env: { NODE_OPTIONS: '--experimental-vm-modules' } });
  return JSON.parse(readFileSync(project.at('result.json'), 'utf8'));
}
