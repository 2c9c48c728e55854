/** A number and its sign of percent stay on one line. */
export const unbroken = (text: string): string => text.replace(/(\d) (?=%)/g, '$1\u00a0');
