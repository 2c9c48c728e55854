/**
 * Searches the documents of a version. The index (search-index.mjs) is fetched when a reader types. Typed words match
 * the beginnings of words. A section must contain all of them, and words of its heading weigh most.
 */
{
  const field = document.querySelector('input[data-search]');
  const list = document.querySelector('ul[data-found]');
  const folder = new URL(field.dataset.search, document.baseURI).href;
  let index;
  const fetched = () => (index ??= fetch(`${folder}search.json`).then((answer) => answer.json()));

  /** Returns section → weight of the words that begin with `typed`; rare words weigh more. */
  const weights = ({ words, sections }, typed) => {
    const found = new Map();
    for (const [word, places] of Object.entries(words)) {
      if (!word.startsWith(typed)) continue;
      const rarity = Math.log(1 + sections.length / (places.length / 2)) * (word === typed ? 3 : 1);
      for (let at = 0; at < places.length; at += 2)
        found.set(places[at], (found.get(places[at]) ?? 0) + rarity * Math.sqrt(places[at + 1]));
    }
    return found;
  };

  const search = (all, text) => {
    const each = (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map((typed) => weights(all, typed));
    if (each.length === 0) return [];
    return [...each[0].keys()]
      .filter((section) => each.every((one) => one.has(section)))
      .map((section) => [section, each.reduce((sum, one) => sum + one.get(section), 0)])
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, 12)
      .map(([section]) => all.sections[section]);
  };

  const item = ([address, title, heading, begin]) => {
    const link = document.createElement('a');
    link.href = folder + address;
    link.textContent = heading && heading !== title ? `${title}: ${heading}` : title;
    const row = document.createElement('li');
    row.append(link, ` ${begin}`);
    return row;
  };

  const show = async () => {
    const text = field.value;
    try {
      const rows = search(await fetched(), text);
      if (field.value !== text) return; // the input changed meanwhile
      list.replaceChildren(...rows.map(item));
      if (text.trim() !== '' && rows.length === 0) list.textContent = 'Nothing is found.';
    } catch {
      index = undefined;
      list.textContent = 'The search has an index to load, which a server has to give.';
    }
  };
  field.addEventListener('input', show);
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
}
