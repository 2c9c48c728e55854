/**
 * The Vite plugin that splits the texts of encodings into modules, since no page shows all of them at first. They are
 * texts without parameters (`virtual:row-texts`), citations (`virtual:citations`), years (`virtual:years`), and texts
 * of parameters (`virtual:param-texts`). `virtual:precision-param-texts` has only the encodings of the page Precision.
 */
/** The year of the first work in a citation, not confused with arXiv numbers; undefined if it cites only code. */
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
/** Filters of the modules that contain only some encodings and no context extension. */
const some = {
  'virtual:precision-param-texts': ({ stages }) => stages.includes('precision'),
  'virtual:years': () => true,
};

/** @param generated folder of the built library that contains the texts */
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
