/** Embedded pictures: long data URLs are replaced during parsing, which is quadratic in the length of a line. */
import type { Tree } from './tree.js';

const long = /data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]{64,}/g;
const short = /data:image\/png;base64,!(\d+)!/g;

export function withoutPictures(text: string): { readonly text: string; readonly back: (tree: Tree) => Tree } {
  const kept: string[] = [];
  const without = text.replace(long, (address) => `data:image/png;base64,!${kept.push(address) - 1}!`);
  const written = (value: string): string => value.replace(short, (one, i) => kept[Number(i)] ?? one);
  const back = (tree: Tree): Tree => {
    if (typeof tree === 'string') return written(tree);
    const [name, attributes, ...inner] = tree;
    const own = Object.entries(attributes === 0 ? {} : attributes).map(([key, value]) => [key, written(value)]);
    return [name, attributes === 0 ? 0 : Object.fromEntries(own), ...inner.map((one) => back(one as Tree))] as Tree;
  };
  return { text: without, back: kept.length === 0 ? (tree) => tree : back };
}
