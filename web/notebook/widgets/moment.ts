const form = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A time in the reader's time zone, with the month in letters, because 11/3 is ambiguous. */
export const moment = (at: number | string): string => form.format(new Date(at));
