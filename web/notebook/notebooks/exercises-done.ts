/** Stores the solved exercises of a notebook. */
import type { Verdict } from './protocol.js';
import { type Done, keepProgress, progress } from './progress.js';

export const exercisesDone = (notebook: string, changed: () => void) => ({
  done: (key: string): Done | undefined => progress()[notebook]?.[key],
  judged(key: string, { given, passes }: Verdict & { readonly given: string }): void {
    const before = progress();
    const solved = passes || before[notebook]?.[key]?.solved === true;
    keepProgress({ ...before, [notebook]: { ...before[notebook], [key]: { given, solved } } });
    changed();
  },
});
