/**
 * Sources of a statement, separated by commas or semicolons; those with an address become links. `#n` is an issue of
 * the previous repository.
 */
import { h } from '../kit/dom.js';

const forms: readonly (readonly [RegExp, (match: RegExpMatchArray) => string])[] = [
  [/^https:\/\/[^\s"'<>]+$/, ([url]) => url as string],
  [/^arXiv[: ](\d{4}\.\d{4,5})(v\d+)?\b/i, (m) => `https://arxiv.org/abs/${m[1]}`],
  [/^([\w.-]+\/[\w.-]+)#(\d+)$/, (m) => `https://github.com/${m[1]}/issues/${m[2]}`],
];

export function sourceLinks(sources: string): HTMLElement {
  let repository = '';
  const links = sources.split(/[,;]\s+/).map((source) => {
    repository = /^([\w.-]+\/[\w.-]+)#\d+$/.exec(source)?.[1] ?? repository;
    return sourceLink(/^#\d+$/.test(source) ? `${repository}${source}` : source, source);
  });
  return h('span', { class: 'sources' }, ...links.flatMap((link, i) => (i === 0 ? [link] : [', ', link])));
}

export function sourceLink(source: string, text = source): HTMLElement {
  for (const [form, address] of forms) {
    const match = source.match(form);
    if (match)
      return h('a', { class: 'source', href: address(match), rel: 'noopener noreferrer', target: '_blank' }, text);
  }
  return h('cite', { class: 'source' }, text);
}
