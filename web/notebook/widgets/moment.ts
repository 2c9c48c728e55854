const form = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the reader's time zone, with the month in letters: 11/3 is another day here than there. */
export const moment = (at: number | string): string => form.format(new Date(at));
