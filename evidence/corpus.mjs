/**
 * The cases of the evidence: configurations with the name of where each is from. Defaults of transformers are stored,
 * because making them needs its environment; the grid is made by a program; published files are those of the tests.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { grid } from './corpus/grid.mjs';

const at = (path) => new URL(path, import.meta.url);
/** A configuration stays text, as JavaScript would write 10000.0 as 10000 and does not read Infinity. */
const row = /^\{"id":(".*?"),"origin":(".*?"),"config":(.*)\}$/;
const lines = (name) =>
  readFileSync(at(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, id, origin, config] = row.exec(line);
      return { id: JSON.parse(id), origin: JSON.parse(origin), config };
    });

function published() {
  const { cases } = JSON.parse(readFileSync(at('../tests/golden/engines/published.json'), 'utf8'));
  return cases.map(({ id, model, source, config }) => ({
    id: `published/${id}`,
    origin: source.basis === 'copy' ? `${model}, from ${source.repository}` : `${model}, rebuilt`,
    config,
  }));
}

const defaults = () =>
  readdirSync(at('corpus'))
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => lines(`corpus/${name}`));

export const corpus = () => [...published(), ...defaults(), ...grid()];

/** Engines of models that rotate by several coordinates, which have cases of their own. */
export const ofCells = ['diffusers', 'timm'];
export const corpusOf = (engine) => (ofCells.includes(engine) ? lines(`corpus/cells/${engine}.jsonl`) : corpus());
