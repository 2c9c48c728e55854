/** A chart of one size as words, kinds of nodes, and places; without the pixels of a matrix. Called `pictureOf` in pages. */
export const addPictures = (tab) =>
  tab.addInitScript(() => {
    globalThis.pictureOf = async (chart) => {
      chart.update(undefined, { width: 640, height: 360, tools: true });
      const svg = chart.toSVG('light').replace(/href="data:[^"]*"|#[0-9a-f]{6}/g, '');
      return {
        words: svg.replace(/<[^>]*>/g, '|'),
        nodes: svg.replace(/<(\w+)[^>]*>/g, '$1 ').replace(/>[^<]*</g, '><'),
        numbers: [...svg.matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g)].map(Number),
      };
    };
  });
