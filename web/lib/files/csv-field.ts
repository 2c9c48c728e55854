/**
 * A text as a field of CSV. One that a spreadsheet would compute, as a formula, begins with an apostrophe, by which
 * spreadsheets know a text (OWASP, CSV injection): names of students, files and series come from anywhere. So does each part
 * of it behind a sign at which a spreadsheet divides in other countries, or is told to, in spite of the quotes.
 */
export function csvField(text: string): string {
  const number = text.trim() !== '' && !Number.isNaN(Number(text));
  return `"${(number ? text : text.replace(computed, "$1'")).replaceAll('"', '""')}"`;
}

/** The beginning of a field, before signs that are passed over and one that begins a formula, full-width ones too. */
const computed = /(^|[,;|\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}])*[=+\-@\uff0b\uff0d\uff1d\uff20])/gu;
