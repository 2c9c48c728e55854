/** Formats the warnings of a report, each with its code and source. */
import type { ReportWarning } from '../lib/types/config.js';
import { coloured, wrap } from './columns.js';

export const warningLines = (warnings: readonly ReportWarning[]): string[] =>
  warnings.flatMap(({ code, message, source, note }) => [
    coloured(note ? 'dim' : 'yellow', `${note ? 'note' : 'warning'}: ${code}`),
    wrap(message, '  '),
    wrap(`[${source}]`, '  '),
    '',
  ]);
