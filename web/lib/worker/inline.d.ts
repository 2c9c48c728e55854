/**
 * The worker as the text of one classic script, for environments where its file cannot be loaded. The build writes it
 * next to this declaration; it is loaded only if needed.
 */
export const workerText: string;
