/** Names a prepared spec in this thread and all of its workers. */
export const newNumber = (): number => ++last;
let last = 0;
