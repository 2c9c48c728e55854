/**
 * The index that search.js reads. It has the address, titles and first words of each section of the documents, and for
 * each word its sections, as [section, count, section, count …]. A page that is no document is one section, with its
 * meta description as text.
 */
const named = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
/** The text of an HTML fragment. */
export const textOf = (html) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) =>
      name ? (named[name] ?? all) : String.fromCodePoint(decimal ? +decimal : parseInt(hex, 16)),
    )
    .replace(/\s+/g, ' ')
    .trim();

/** A word of a heading counts as much as this number of words in the text. */
const weightOfHeading = 12;
const firstWords = (text) => (text.length > 120 ? `${text.slice(0, 120).replace(/\s\S*$/, '')} …` : text);
const titleOf = (html) => textOf(/<title>([^<]*)/.exec(html)[1]).replace(/ · posenc$/, '');

/** Returns the sections of a page: { address, title, heading, text }. */
export function sectionsOf(file, html) {
  const title = titleOf(html);
  const article = /<article>([^]*)<\/article>/.exec(html)?.[1];
  if (!article) {
    const description = /<meta\s+name="description"\s+content="([^"]*)"/.exec(html)?.[1];
    return description ? [{ address: file, title, heading: '', text: textOf(description) }] : [];
  }
  const parts = article.split(/(?=<h[1-3] id=")/).filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const [, id, heading = ''] = /^<h[1-3] id="([^"]*)">([^]*?)<\/h[1-3]>/.exec(part) ?? [];
    const text = textOf(part.replace(/^<h[1-3][^]*?<\/h[1-3]>/, ''));
    return { address: id ? `${file}#${textOf(id)}` : file, title, heading: textOf(heading), text };
  });
}

/** @param pages Map from file name to HTML */
export function searchIndex(pages) {
  const sections = [...pages].flatMap(([file, html]) => sectionsOf(file, html));
  const words = new Map();
  sections.forEach(({ title, heading, text }, section) => {
    const counts = new Map();
    const count = (of, weight) => {
      for (const word of of.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
        counts.set(word, (counts.get(word) ?? 0) + weight);
    };
    count(`${title} ${heading}`, weightOfHeading);
    count(text, 1);
    for (const [word, weight] of counts) words.set(word, [...(words.get(word) ?? []), section, weight]);
  });
  return {
    sections: sections.map(({ address, title, heading, text }) => [address, title, heading, firstWords(text)]),
    words: Object.fromEntries([...words].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
