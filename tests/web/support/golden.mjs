/** Golden files of tests/golden: numbers of another arithmetic, and recorded results of other programs. */
import { readFileSync } from 'node:fs';

export const goldenFile = (name) =>
  JSON.parse(readFileSync(new URL(`../../golden/${name}.json`, import.meta.url), 'utf8'));
/** The text of a published configuration that engines were run on. */
export const publishedConfig = (id) => goldenFile('engines/published').cases.find((each) => each.id === id).config;
