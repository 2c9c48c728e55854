/**
 * What `posenc check` finds, and the forms in which it says so.
 */
import { coloured } from './columns.js';
import type { LineColumn } from './json-spans.js';

export const levels = ['error', 'warning', 'note'] as const;
export type Level = (typeof levels)[number];

export interface Finding {
  /** A name that a later run has, too. */
  readonly rule: string;
  /** Errors end with status 1; warnings with `--strict` only; notes never. */
  readonly level: Level;
  readonly message: string;
  /** JSON path or key that it is about. */
  readonly field?: string;
  /** The line and column of that field, where the file is a text. */
  readonly place?: LineColumn;
  /** Where the statement comes from. */
  readonly source?: string;
}

export interface Checked {
  /** The file as it was named. */
  readonly path: string;
  readonly findings: readonly Finding[];
  readonly version: string;
}

export const formats: Readonly<Record<string, (checked: Checked) => string>> = {
  text: ({ path, findings }) => lines(findings.map((finding) => textLine(path, finding))),
  json: ({ path, findings }) => lines([JSON.stringify({ file: path, findings })]),
  github: ({ path, findings }) => lines(findings.map((finding) => annotation(path, finding))),
  sarif: (checked) => lines([JSON.stringify(sarif(checked), undefined, 2)]),
};

const colours = { error: 'red', warning: 'yellow', note: 'dim' } as const;
const lines = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('');

function textLine(path: string, { level, rule, message, place, source }: Finding): string {
  const at = place ? `${path}:${place.line}:${place.column}` : path;
  const head = coloured(colours[level], `${level} ${rule}:`);
  return `${at}: ${head} ${message}${source === undefined ? '' : ` [${source}]`}`;
}

/** A workflow command: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotation(path: string, { level, rule, message, place }: Finding): string {
  const properties = {
    file: path,
    ...(place && { line: String(place.line), col: String(place.column) }),
    title: `posenc ${rule}`,
  };
  const given = Object.entries(properties).map(([key, value]) => `${key}=${escaped(value, true)}`);
  return `::${level === 'note' ? 'notice' : level} ${given.join(',')}::${escaped(message, false)}`;
}

function escaped(text: string, property: boolean): string {
  const plain = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return property ? plain.replaceAll(':', '%3A').replaceAll(',', '%2C') : plain;
}

/** SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
function sarif({ path, findings, version }: Checked): object {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'posenc',
            version,
            rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll('_', ' ') } })),
          },
        },
        results: findings.map(({ rule, level, message, place, source }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level,
          message: { text: source === undefined ? message : `${message} [${source}]` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(path) },
                ...(place && { region: { startLine: place.line, startColumn: place.column } }),
              },
            },
          ],
        })),
      },
    ],
  };
}

/** A relative reference of RFC 3986, or a file URI for an absolute path. */
function uriOf(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (parts.startsWith('/')) return `file://${parts}`;
  // A first part with a colon would read as a scheme; encodeURIComponent has escaped it.
  return path === '-' ? 'stdin' : parts;
}
