/**
 * The plugin of Vite that gives pages the texts of the encodings in parts, since no page shows all at first: what a row says
 * of itself (`virtual:row-texts`), where it is from (`virtual:citations`), and what its parameters mean (`virtual:param-texts`).
 */
const parts = {
  'virtual:row-texts': ({ params, ...row }) => row,
  'virtual:citations': ({ citation }) => citation,
  'virtual:param-texts': ({ params }) => ({ params }),
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
      return `export default ${JSON.stringify({ encodings: rows(texts.encodings), scalings: rows(texts.scalings) })};`;
    },
  };
}
