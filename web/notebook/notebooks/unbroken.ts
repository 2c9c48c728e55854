/** Keeps a number and its percent sign on one line. */
export const unbroken = (text: string): string => text.replace(/(\d) (?=%)/g, '$1\u00a0');
