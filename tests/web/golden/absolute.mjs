/** Calls for the golden files of absolute encodings: learned tables, grids, augmented positions. */
export const calls = {};
