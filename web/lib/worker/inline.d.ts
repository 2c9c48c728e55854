/**
 * The worker as the text of one classic script, for places where its file cannot be loaded: written by the build beside
 * this declaration, and loaded only when it is needed.
 */
export const workerText: string;
