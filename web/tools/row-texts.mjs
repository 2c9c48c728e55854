/**
 * The plugin of Vite that gives pages the texts of the encodings in parts, since no page shows all at first: what a row says
 * of itself (`virtual:row-texts`), where it is from (`virtual:citations`) and when (`virtual:years`), and what its parameters
 * mean (`virtual:param-texts`, and of the rows that the page Precision has, `virtual:precision-param-texts`).
 */
/** The year of the first work that a source names, and none of the numbers of arXiv; undefined of code alone. */
export function yearOf({ citation }) {
  const year = /(?<![.:\d])(?:19|20)\d\d(?![.\d])/.exec(citation)?.[0];
  return year === undefined ? undefined : Number(year);
}
const paramsOf = ({ params }) => ({ params });
const parts = {
  'virtual:row-texts': ({ params, ...row }) => row,
  'virtual:citations': ({ citation }) => citation,
  'virtual:years': yearOf,
  'virtual:param-texts': paramsOf,
  'virtual:precision-param-texts': paramsOf,
};
/** Parts that are of some encodings, and of no context extension. */
const some = {
  'virtual:precision-param-texts': ({ stages }) => stages.includes('precision'),
  'virtual:years': () => true,
};

/** @param generated the folder of the built library with the texts */
export function rowTexts(generated) {
  return {
    name: 'row-texts',
    resolveId: (id) => (id in parts ? `\0${id}` : null),
    async load(id) {
      const part = parts[id.slice(1)];
      if (!part) return null;
      const { texts } = await import(new URL('encoding-texts.js', generated));
      const rows = (all) => Object.fromEntries(Object.entries(all).map(([name, row]) => [name, part(row)]));
      const isWanted = some[id.slice(1)];
      if (isWanted) {
        const { encodings } = await import(new URL('encodings.js', generated));
        const wanted = encodings.filter(isWanted).map((row) => [row.id, texts.encodings[row.id]]);
        return `export default ${JSON.stringify({ encodings: rows(Object.fromEntries(wanted)) })};`;
      }
      return `export default ${JSON.stringify({ encodings: rows(texts.encodings), scalings: rows(texts.scalings) })};`;
    },
  };
}
