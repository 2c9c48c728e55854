/** Calls for the golden files of the rotary family beyond the plain row. */
export const calls = {};
