/** Display names of cells. */
import type { Cell, Mode } from './format.js';

export const languages: Partial<Record<Mode, string>> = {
  js: 'JavaScript',
  md: 'Markdown',
  tex: 'TeX',
  python: 'Python',
};

/** The label of a cell without output: its first line if that is a comment. */
export function nameOf({ mode, value }: Cell): string {
  if (mode !== 'js') return languages[mode] ?? mode;
  const comment = /^\s*\/\/[ \t]*([^\n]{1,60})(?:\n|$)/.exec(value)?.[1];
  return comment ?? (/^\s*import\b/m.test(value) ? 'setup' : 'code');
}
