export const parts: ReadonlySet<string> = new Set();
