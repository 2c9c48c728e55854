/** Parts shared by the two files of claims of the page Errata. */
export const apart = {
  quoted: 'quotations, word for word; tests/web/errata.test.mjs compares them with their sources',
  sources: 'names of papers, sections and files',
  what: 'names of the numbers that are computed beside them; tests/web/errata.test.mjs knows these',
};

export const source = 'the source beside it says so';
export const judgement = 'names what is wrong; the numbers stand beside it';
export const shown = 'computed beside it; tests/web/errata.test.mjs knows the numbers';

export const sinusoidal = (dim, more = {}) => ({ encoding: 'sinusoidal', dim, ...more });
export const near = (a, b, within = 1e-9) => Math.abs(a / b - 1) <= within;

/** Functions that the claims call on this instance. */
export const askedOf = (pe) => {
  const frequencies = (dim, more) => pe.frequencies(sinusoidal(dim, more));
  const wavelengths = async (dim, more) => Array.from(await frequencies(dim, more), (w) => (2 * Math.PI) / w);
  const ratios = async (scaling, dim = 128, base = 10_000) => {
    const spec = { encoding: 'rope', dim, base };
    const [before, after] = [await pe.frequencies(spec), await pe.frequencies({ ...spec, scaling })];
    return Array.from(after, (w, i) => w / before[i]);
  };
  const facts = async (spec) => Object.fromEntries((await pe.facts(spec)).map(({ name, values }) => [name, values]));
  return { frequencies, wavelengths, ratios, facts };
};
