/**
 * Quotes a string as a CSV field. A field that a spreadsheet would evaluate as a formula gets an apostrophe in front,
 * which marks text in spreadsheets (OWASP, CSV injection): names come from untrusted sources. So does each part after a
 * separator at which some spreadsheets split in spite of the quotes.
 */
export function csvField(text: string): string {
  const number = text.trim() !== '' && !Number.isNaN(Number(text));
  return `"${(number ? text : text.replace(computed, "$1'")).replaceAll('"', '""')}"`;
}

/** The start of a field, before ignored characters and one that begins a formula, including full-width ones. */
const computed = /(^|[,;|\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}])*[=+\-@\uff0b\uff0d\uff1d\uff20])/gu;
