/**
 * Prose that explains an answer waits for the guess: a cell that begins with an empty fence named `after` and the name that
 * the guess gives shows nothing while that name is undefined.
 */
const fence = /^```after ([A-Za-z_$][\w$]*)\n```[ \t]*(?:\n|$)/;

/** The name of the guess that a text waits for, and where it stands in the text. */
export function guessBefore(text: string): { readonly name: string; readonly at: number } | undefined {
  const name = fence.exec(text)?.[1];
  return name === undefined ? undefined : { name, at: text.indexOf(name) };
}
export const withoutAfter = (text: string): string => text.replace(fence, '');
