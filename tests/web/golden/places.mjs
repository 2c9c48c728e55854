/** Calls for the golden files of graphs, planes and spheres. */
export const calls = {};
