/** Numbers a prepared spec, uniquely in this thread and all of its workers. */
export const newNumber = (): number => ++last;
let last = 0;
