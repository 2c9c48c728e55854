/**
 * Gives every parser its changed inputs, in turns, until it has so many or its part of the time is over, which is the same for all:
 * so a quick one has many more than a slow one. A line of JSON for each.
 */
import { makeParsers } from '../web/support/parsers.mjs';
import { parseJson } from '../../dist/lib/node.js';
import { PosencError } from '../web/support/posenc.mjs';
import { changed, random } from './fuzz.mjs';

/** Parsers of a text that another one has accepted before. */
const after = { 'places in JSON': (text) => parseJson(text) };

const [inputs, seed, seconds] = process.argv.slice(2).map(Number);
const { parsers, end } = await makeParsers();
const counts = parsers.map(({ name }) => ({ name, tried: 0, refused: 0, longest: 0, bad: [] }));
const spent = parsers.map(() => 0);
const share = (1000 * seconds) / parsers.length;
for (let n = 0; n < inputs && spent.some((time) => time < share); n++) {
  for (const [i, { name, sample, read, refuses, sealed = (one) => one }] of parsers.entries()) {
    if (spent[i] >= share) continue;
    // the seed of one input: what fails can be made again
    const own = seed * 1_000_003 + n * 101 + i;
    const count = counts[i];
    const making = performance.now();
    const given = sealed(changed(sample, random(own)));
    const start = performance.now();
    try {
      after[name]?.(given);
      await read(given);
    } catch (error) {
      if (error instanceof PosencError || (refuses && error instanceof refuses)) count.refused++;
      else if (count.bad.length < 5) count.bad.push({ seed: own, error: String(error?.message).slice(0, 200) });
    }
    count.tried++;
    count.longest = Math.max(count.longest, Math.round(performance.now() - start));
    spent[i] += performance.now() - making;
  }
  if (n % 50 === 0) console.error(`${n} of ${inputs} inputs each`);
}
end();
for (const count of counts) console.log(JSON.stringify(count));
