/** Entries that are hard to round (worst_cases.cpp). */
import { join } from 'node:path';
import { cmake } from '../../web/tools/build.mjs';
import { root } from '../../web/tools/setup.mjs';
import { run as command, step } from '../../web/tools/steps.mjs';

export async function run({ env, args: [positions = '1048576'] }) {
  await cmake('native', env, ['worst_cases']);
  const program = join(root, 'build/native/tests/worst_cases');
  const { stdout, code } = await step('Searching', (report) =>
    command(program, [positions], { env, report, failing: true }),
  );
  return { ...JSON.parse(stdout), failed: code !== 0 };
}

const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** Rows of the table. */
export const rows = (found) => [
  [
    'positions whose phase comes nearest to an eighth of a turn',
    `${grouped(found.convergents)} of ${grouped(found.frequencies)} frequencies, below 2^53; the nearest is ${found.nearestToAnEighth.turns} turns from it (${found.nearestToAnEighth.of}, position ${found.nearestToAnEighth.position})`,
    `float64: ${found.wrongFloat64} of ${grouped(found.comparedFloat64)} beyond 1 ulp, largest error ${found.largestErrorOfFloat64InUlps} ulp`,
  ],
  [
    'float32 entries nearest to the middle between two numbers',
    `${grouped(found.entriesLookedAt)} looked at; the hardest is ${found.hardestToRound.ulpsFromTheMiddle} ulp from the middle (${found.hardestToRound.of}, position ${found.hardestToRound.position})`,
    `${found.wrongFloat32} of ${grouped(found.comparedFloat32)} compared are wrong`,
  ],
];
