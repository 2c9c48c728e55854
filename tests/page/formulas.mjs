/** Whether the formulas that a page shows have all of their ink. */

/**
 * Runs in the page: what the elements of formulas draw themselves and does not stand there. A sign of a root widens what
 * stands under it, and an operator has a width. Of each kind of token, by its text, one is marked for `faultsOfFormulas`.
 */
export function missingInk(page = document) {
  const width = (element) => element.getBoundingClientRect().width;
  const words = (element) => `${element.localName} in ${element.closest('math').textContent.slice(0, 60)}`;
  const shown = (selector) =>
    [...page.querySelectorAll(`math ${selector}`)].filter((element) => element.checkVisibility());
  const rootless = shown(':is(msqrt, mroot)').filter((root) => {
    const under = root.localName === 'mroot' ? [root.firstElementChild] : [...root.children];
    const size = parseFloat(getComputedStyle(root).fontSize);
    return width(root) < under.reduce((sum, one) => sum + width(one), 0) + size / 4;
  });
  const ink = ({ textContent }) => /[^\s\u2061-\u2064\u200b]/u.test(textContent);
  const tokens = shown(':is(mi, mn, mo, mtext, ms)').filter((token) => token.children.length === 0 && ink(token));
  const kinds = new Map(tokens.map((token) => [`${token.localName} ${token.className} ${token.textContent}`, token]));
  for (const token of kinds.values()) token.dataset.token = '';
  return [...rootless, ...tokens.filter((token) => width(token) === 0)].map(words);
}

/** Runs in the page: on a desktop, formulas of which a part stands beyond their box. On a phone they are moved by hand. */
function cutFormulas() {
  if (innerWidth < 1000) return [];
  return [...document.querySelectorAll('.tex.display')]
    .filter((one) => one.checkVisibility() && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `a formula is cut: ${one.textContent.slice(0, 60)}`);
}

/** What the formulas of a page lack: ink, room, and characters, for which the browser took another font than the page's own. */
export async function faultsOfFormulas(page) {
  const missing = await page.evaluate(`(${missingInk})()`);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '[data-token]' });
  const foreign = await Promise.all(
    nodeIds.map(async (nodeId) => {
      const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId });
      const others = fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
      if (others.length === 0) return [];
      const { outerHTML } = await cdp.send('DOM.getOuterHTML', { nodeId });
      return [`${outerHTML} is set in ${others}`];
    }),
  );
  await cdp.detach();
  await page.$$eval('[data-token]', (all) => all.forEach((one) => delete one.dataset.token));
  return [...missing, ...foreign.flat(), ...(await page.evaluate(`(${cutFormulas})()`))];
}
