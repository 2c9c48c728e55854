/** A chart at a fixed size as words, node kinds and places, without a matrix's pixels. Pages call it `pictureOf`. */
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

/** The titles of the SVG files that the charts in `root` would save, '' for a chart without one. */
export async function titlesOf(page, root = 'body') {
  const files = await page.locator(root).evaluateAll((roots) =>
    roots
      .flatMap((one) => [...one.querySelectorAll('*')])
      .filter((element) => typeof element.toSVG === 'function' && element.checkVisibility())
      .map((chart) => chart.toSVG()),
  );
  return files.map((svg) =>
    [...svg.matchAll(/<text([^>]*)>([^<]*)</g)]
      // at the left edge and bold: headings of panels are indented
      .filter(([, attributes]) => / x="2"/.test(attributes) && / font-weight="600"/.test(attributes))
      .map(([, , text]) => text)
      .join(' '),
  );
}
