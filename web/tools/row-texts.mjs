/**
 * The plugin of Vite that gives pages the texts of the encodings in two halves, since no page shows both at first: what a row
 * says of itself (`virtual:row-texts`), and what its parameters mean (`virtual:param-texts`).
 */
const halves = {
  'virtual:row-texts': ({ params, ...row }) => row,
  'virtual:param-texts': ({ params }) => ({ params }),
};

/** @param generated the folder of the built library with the texts */
export function rowTexts(generated) {
  return {
    name: 'row-texts',
    resolveId: (id) => (id in halves ? `\0${id}` : null),
    async load(id) {
      const half = halves[id.slice(1)];
      if (!half) return null;
      const { texts } = await import(new URL('encoding-texts.js', generated));
      const rows = (all) => Object.fromEntries(Object.entries(all).map(([name, row]) => [name, half(row)]));
      return `export default ${JSON.stringify({ encodings: rows(texts.encodings), scalings: rows(texts.scalings) })};`;
    },
  };
}
