export const unrecognized: ReadonlySet<string> = new Set();
