/** Checks that the formulas of a page have all of their ink. */

/**
 * Runs in the page: missing ink that elements of formulas should draw themselves. A root sign is wider than its
 * content, and an operator has a width. Marks one token of each kind and text for `faultsOfFormulas`.
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

/** Runs in the page: on a desktop, formulas wider than their box. On a phone they are scrolled by hand. */
function cutFormulas() {
  if (innerWidth < 1000) return [];
  return [...document.querySelectorAll('.tex.display')]
    .filter((one) => one.checkVisibility() && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `a formula is cut: ${one.textContent.slice(0, 60)}`);
}

/** Maximum gap between a root and what follows it, in em; a full space is 0.25 or more. */
const MOST_GAP = 0.2;
/**
 * Runs in the page: roots that are too far from what follows them, or overlap it. At the end of a formula measures the
 * distance to a punctuation mark, within it the end of the root's box.
 */
export function looseRoots(most) {
  const right = (element) => element.getBoundingClientRect().right;
  const followed = (root) => {
    let last = root;
    while (last.localName !== 'math' && !last.nextElementSibling) last = last.parentElement;
    const text = last.localName === 'math' && last.parentElement.matches('.tex') && last.parentElement.nextSibling;
    if (text instanceof Text && /^[.,;:)?!]/.test(text.data)) {
      const sign = document.createRange();
      sign.setStart(text, 0);
      sign.setEnd(text, 1);
      const { left, top, bottom } = sign.getBoundingClientRect();
      const { top: from, bottom: to } = root.getBoundingClientRect();
      if (bottom > from && top < to) return left; // else it is on the next line
    }
    return right(root) + parseFloat(getComputedStyle(root).marginInlineEnd);
  };
  return [...document.querySelectorAll('math :is(msqrt, mroot)')]
    .filter((root) => root.checkVisibility())
    .flatMap((root) => {
      const under = root.localName === 'mroot' ? root.firstElementChild : root.lastElementChild;
      const gap = (followed(root) - right(under)) / parseFloat(getComputedStyle(root).fontSize);
      const formula = root.closest('math').textContent.slice(0, 60);
      return gap > most || gap < -0.03 ? [`${gap.toFixed(2)} em behind the root in ${formula}`] : [];
    });
}

/** Faults of a page's formulas: missing ink, missing room, and characters drawn in another font than the page's own. */
export async function faultsOfFormulas(page) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
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
  const placed = await page.evaluate(`[...(${cutFormulas})(), ...(${looseRoots})(${MOST_GAP})]`);
  return [...missing, ...foreign.flat(), ...placed];
}
