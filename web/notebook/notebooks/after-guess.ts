/**
 * Prose that waits for a guess: a cell that begins with an empty fence named `after` and the name of the guess. It is
 * empty while that name is undefined.
 */
const fence = /^```after ([A-Za-z_$][\w$]*)\n```[ \t]*(?:\n|$)/;

/** The name of the guess that a text waits for, and its index in the text. */
export function guessBefore(text: string): { readonly name: string; readonly at: number } | undefined {
  const name = fence.exec(text)?.[1];
  return name === undefined ? undefined : { name, at: text.indexOf(name) };
}
export const withoutAfter = (text: string): string => text.replace(fence, '');
