/**
 * A text as a field of CSV. One that a spreadsheet would compute, as a formula, begins with an apostrophe, by which
 * spreadsheets know a text (OWASP, CSV injection): names of files and series come from anywhere.
 */
export function csvField(text: string): string {
  const computed = /^[\s\0]*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/.test(text) && Number.isNaN(Number(text));
  return `"${computed ? "'" : ''}${text.replaceAll('"', '""')}"`;
}
