/**
 * libFuzzer against the readers of fuzz-targets/, with AddressSanitizer and UBSan. A target starts with the inputs of seeds.mjs and
 * with those that earlier runs on this machine left in build/fuzz/corpus.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, cmake } from '../../web/tools/build.mjs';
import { root } from '../../web/tools/setup.mjs';
import { SetupError, run as command, step } from '../../web/tools/steps.mjs';

/** The longest input of each target in bytes: longer ones are slower and reach no other code. */
const targets = { json: 128, spec: 256, identify: 512, multimodal: 512, calls: 320, checkpoint: 1200 };
/** AddressSanitizer without thirty callers of each allocation, and libFuzzer without its entropic schedule: 5 times the inputs. */
const quick = { ASAN_OPTIONS: 'malloc_context_size=1:quarantine_size_mb=8' };

export async function run({ env: given, args: [inputs = '100000000', seconds = '3600', only = 'all', seed = '1'] }) {
  const env = { ...given, ...quick };
  const chosen = Object.keys(targets).filter((target) => only === 'all' || only === target);
  if (chosen.length === 0) throw new SetupError(`name one of ${Object.keys(targets).join(', ')}, or all`);
  if (!existsSync(join(root, 'dist/lib/node.js'))) await build(env, 'lib');
  const programs = chosen.map((target) => `fuzz_${target}`);
  await cmake('fuzz', env, programs);
  const { writeSeeds } = await import('./fuzz-targets/seeds.mjs');
  const at = (...names) => join(root, 'build/fuzz', ...names);
  await writeSeeds(at('corpus'), at('words.dict'));
  const [rows, faults] = [[], []];
  for (const target of chosen) {
    const found = at('found', target);
    rmSync(found, { recursive: true, force: true });
    mkdirSync(found, { recursive: true });
    const options = [`-runs=${inputs}`, `-max_total_time=${seconds}`, `-seed=${seed}`, `-max_len=${targets[target]}`];
    options.push(`-dict=${at('words.dict')}`, `-artifact_prefix=${found}/`, '-timeout=20', '-rss_limit_mb=4096');
    options.push('-print_final_stats=1', '-entropic=0', at('corpus', target));
    const { stderr, code } = await step(`libFuzzer, ${target}`, (report) =>
      command(at('tests/campaign/fuzz-targets', `fuzz_${target}`), options, { env, report, failing: true }),
    );
    const last = (pattern) => [...stderr.matchAll(pattern)].at(-1)?.[1];
    const many = `${last(/^stat::number_of_executed_units:\s+(\d+)/gm)} inputs`;
    const came = `${code === 0 ? 0 : 1} faults; ${last(/ cov: (\d+)/g)} edges of the code reached`;
    rows.push([`libFuzzer, \`${target}\``, many, came]);
    const broken = readdirSync(found).map((name) => readFileSync(join(found, name)).toString('base64'));
    const summary = /^(?:SUMMARY: |it must hold that ).*/m.exec(stderr)?.[0];
    if (code !== 0) faults.push({ target, inputs: broken, summary });
  }
  return { rows, faults };
}
