/** Visible text is written for readers: no marks of programs or plain text, no plural after 1, no truncated number. */

const rules = {
  'a backtick': /`/,
  'a power that is not raised': /[\w)]\^[\w({−-]/,
  'a hyphen for a minus sign': /(?:^|[\s(=,:[±×/])-[\d.∞]| - \d/,
  'a number without its first zero': /(?:^|[\s(=,:[±×−-])\.\d/,
  'a plural of one':
    /(?<![\d.,])(?<![−+·×/=<>≤≥-] ?)(?<!\b(?:[Pp]air|[Mm]ode|[Bb]lock|[Ll]ayer|[Cc]hannel|[Hh]ead|[Ss]eed|[Pp]osition|[Ss]tep|[Ff]igure|[Tt]able) )\b1 (?!(?:is|as|has|was|its|this|does|axis|bias|minus|plus|less|always|across|gives|means)\b)[a-z]+s\b/,
  'a number in groups that are not of commas': /(?<![\d.,])\d{1,3}(?:[ \u2009\u202f\u00a0]\d{3})+(?![\d,.])/,
  'a date that is read in two ways': /\b\d\d?\/\d\d?\/\d{4}\b/,
};

/** Runs in the page: pictures without a name, in view or not, and buttons visible before they have one. */
function namelessOf() {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      const named = element.getAttribute('aria-label') || element.getAttribute('aria-labelledby');
      if (element.role === 'img' && !named) found.push(`a picture without a name: ${element.outerHTML.slice(0, 80)}`);
      const empty = element.localName === 'button' && !named && !element.title && element.textContent.trim() === '';
      if (empty && element.checkVisibility({ visibilityProperty: true }))
        found.push(`a button without a name: ${element.outerHTML.slice(0, 80)}`);
    }
  };
  walk(document.body);
  return [...new Set(found)];
}
export const nameless = (page) => page.evaluate(`(${namelessOf})()`);

/** Runs in the page: texts of the visible blocks, with shadow roots and pictures, without their code and formulas. */
function textsOf() {
  const block =
    'p, li, td, th, dd, dt, h1, h2, h3, h4, h5, figcaption, label, summary, button, caption, legend, text, a, option, div';
  const apart = 'code, pre, kbd, samp, math, script, style, template, textarea, svg title, .cm-editor, [data-code]';
  const found = new Set();
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.closest(apart)) continue;
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
      const place = own && (element.closest(block) ?? element);
      if (!place || found.has(place) || !element.checkVisibility({ visibilityProperty: true })) continue;
      found.add(place);
    }
  };
  walk(document.body);
  return [...found].map((place) => {
    const copy = place.cloneNode(true);
    copy.querySelectorAll(apart).forEach((one) => one.replaceWith('…'));
    return copy.textContent.replace(/\s+/g, ' ').trim();
  });
}

/** Runs in the page: text in letters too small for a phone, except for naturally small text. */
function smallTextsOf() {
  const found = new Set();
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.closest('math, sup, sub')) continue;
      if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (size < 12) found.add(`${element.localName}.${element.className}, ${size} px`);
    }
  };
  walk(document.body);
  return [...found];
}
export const smallTexts = (page) => page.evaluate(`(${smallTextsOf})()`);

/** The faults of a page's visible text, each with its text. */
export async function faultsOfText(page) {
  const texts = await page.evaluate(`(${textsOf})()`);
  const faults = texts.flatMap((text) =>
    Object.entries(rules).flatMap(([fault, rule]) => {
      const at = rule.exec(text)?.index;
      return at === undefined ? [] : [`${fault}: ${text.slice(Math.max(0, at - 60), at + 60)}`];
    }),
  );
  return [...new Set(faults)];
}

/** Opens the menus that unfold over the page one by one; returns those that exceed an edge of the window. */
export async function cutMenus(page) {
  const cut = [];
  for (const menu of await page.locator('details:visible').all()) {
    const over = () =>
      menu.evaluate((one) =>
        [...one.children].some((child) => /absolute|fixed/.test(getComputedStyle(child).position)),
      );
    if (!(await over())) continue;
    await menu.evaluate((one) => (one.open = true));
    const beyond = () =>
      menu.evaluate((one) => {
        const width = document.documentElement.clientWidth;
        return [...one.children]
          .filter((child) => child.localName !== 'summary')
          .map((child) => child.getBoundingClientRect())
          .some(({ left, right }) => left < 0 || right > width);
      });
    // its place is known only after it has unfolded
    await menu.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    if (await beyond()) cut.push((await menu.locator('summary').first().textContent()).trim());
    await menu.evaluate((one) => (one.open = false));
  }
  return cut;
}

/**
 * Runs in the page: words of different elements that touch, and words that touch a control, by their drawn positions.
 */
function gluedOf() {
  const letter = /[\p{L}\p{N}]/u;
  const apart = 'svg, math, code, pre, sup, sub, .visually-hidden, .cm-editor, option, .tex';
  const pieces = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.nodeType === 3 ? node.parentElement : node;
    if (element.closest(apart) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    if (node.nodeType === 1) {
      if (!node.matches('button, select, input:not([type=range], [type=file])')) continue;
      const box = node.getBoundingClientRect();
      pieces.push({
        box: true,
        element,
        first: box,
        last: box,
        begins: true,
        ends: true,
        text: node.name || node.textContent,
      });
      continue;
    }
    if (node.data.trim() === '' || element.closest('button, select')) continue;
    const rect = (from, to) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()].at(-1);
    };
    const [from, to] = [node.data.search(/\S/), node.data.trimEnd().length];
    const [first, last] = [rect(from, from + 1), rect(to - 1, to)];
    const [begins, ends] = [letter.test(node.data[from]), letter.test(node.data[to - 1])];
    if (first && last) pieces.push({ element, first, last, begins, ends, text: node.data.trim() });
  }
  return pieces.slice(1).flatMap((piece, i) => {
    const before = pieces[i];
    if (!before.ends || !piece.begins || (before.box && piece.box) || before.element === piece.element) return [];
    const [a, b] = [before.last, piece.first];
    const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const gap = b.left - a.right;
    const touches = shared > 0.5 * Math.min(a.height, b.height) && gap > -1 && gap < 1.5;
    return touches ? [`${before.text.slice(-40)}|${piece.text.slice(0, 40)}`] : [];
  });
}
export const gluedWords = (page) => page.evaluate(`(${gluedOf})()`);

/**
 * Runs in the page: controls of charts that do not name their chart or omit their visible label (WCAG 2.5.3), several
 * controls of one name, and figures without a name. A screen reader lists them without their surroundings.
 */
function misnamedOf() {
  const faults = [];
  const names = new Map();
  const nameOf = (element) =>
    element.ariaLabel ??
    element.ariaLabelledByElements?.map((one) => one.textContent).join(' ') ??
    element.querySelector(':scope > figcaption')?.textContent ??
    '';
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.matches('figure, [role=figure]') && seen(element) && nameOf(element).trim() === '')
        faults.push(`a figure without a name: ${element.outerHTML.slice(0, 120)}`);
      if (!element.matches('.stage + .foot :is(button, input)') || !seen(element)) continue;
      const chart = root.querySelector('.stage').ariaLabel;
      const name = nameOf(element);
      if (!name.includes(element.textContent) || !name.endsWith(` ${chart}`))
        faults.push(`“${name}” for “${element.textContent}” of the chart “${chart}”`);
      names.set(name, (names.get(name) ?? 0) + 1);
    }
  };
  walk(document.body);
  for (const [name, times] of names) if (times > 1) faults.push(`“${name}” ${times} times`);
  return faults;
}
export const misnamed = (page) => page.evaluate(`(${misnamedOf})()`);
