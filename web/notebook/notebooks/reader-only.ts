/**
 * Prose for readers: a cell that begins with an empty fence named `reader`. It is not on slides, where the window of
 * notes has it.
 */
const fence = /^```reader\n```[ \t]*(?:\n|$)/;

export const isForReaders = (text: string): boolean => fence.test(text);
export const withoutReader = (text: string): string => text.replace(fence, '');
