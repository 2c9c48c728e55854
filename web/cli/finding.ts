/**
 * The findings of `posenc check`, and their output formats.
 */
import { ageText } from '../lib/engines/standing.js';
import { coloured } from './columns.js';
import { version } from './command.js';
import { inLines, jsonText, ours } from './harmless.js';
import type { LineColumn } from './json-spans.js';

export const levels = ['error', 'warning', 'note'] as const;
export type Level = (typeof levels)[number];

export interface Finding {
  /** A stable identifier, equal in later runs. */
  readonly rule: string;
  /** Errors cause status 1; warnings only with `--strict`; notes never. */
  readonly level: Level;
  readonly message: string;
  /** JSON path or key of the field concerned. */
  readonly field?: string;
  /** Line and column of that field, if the file is text. */
  readonly place?: LineColumn;
  /** The source of the statement. */
  readonly source?: string;
  /** The day of the source, if releases change it: YYYY-MM-DD. */
  readonly asOf?: string;
}

export interface Checked {
  /** The path as given. */
  readonly path: string;
  readonly findings: readonly Finding[];
  /** False if a finding fails the check, or the file could not be checked. */
  readonly passes: boolean;
}

/** Output formats for the findings of one or more files; `sarif` is one document, the others list file by file. */
export const formats: Readonly<Record<string, (checked: readonly Checked[]) => string>> = {
  text: eachFile(({ path, findings }) => findings.map((finding) => textLine(inLines(path), inLines(finding)))),
  json: eachFile(({ path, findings, passes }) => [jsonText({ file: path, findings, passes })]),
  github: eachFile(({ path, findings }) => findings.map((finding) => annotation(path, finding))),
  sarif: (checked) => lines([jsonText(sarif(checked), 2)]),
};

function eachFile(told: (checked: Checked) => readonly string[]): (checked: readonly Checked[]) => string {
  return (checked) => lines(checked.flatMap(told));
}

const colours = { error: 'red', warning: 'yellow', note: 'dim' } as const;
function lines(list: readonly string[]): string {
  return list.map((line) => `${line}\n`).join('');
}

function textLine(path: string, { level, rule, message, place, source, asOf }: Finding): string {
  const at = place ? `${path}:${place.line}:${place.column}` : path;
  const head = coloured(colours[level], `${level} ${rule}:`);
  return `${at}: ${head} ${message}${source === undefined ? '' : ` [${source}${ageText(asOf, new Date())}]`}`;
}

/** A workflow command: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotation(path: string, { level, rule, message, place }: Finding): string {
  const properties = {
    file: path,
    ...(place && { line: String(place.line), col: String(place.column) }),
    title: `posenc ${rule}`,
  };
  const given = Object.entries(properties).map(([key, value]) => `${key}=${escaped(value, true)}`);
  return `${ours('::')}${level === 'note' ? 'notice' : level} ${given.join(',')}::${escaped(message, false)}`;
}

function escaped(text: string, property: boolean): string {
  const plain = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return property ? plain.replaceAll(':', '%3A').replaceAll(',', '%2C') : plain;
}

/** SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
function sarif(checked: readonly Checked[]): object {
  const all = checked.flatMap(({ path, findings }) => findings.map((finding) => ({ path, ...finding })));
  const rules = [...new Set(all.map(({ rule }) => rule))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'posenc',
            version: version(),
            rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll('_', ' ') } })),
          },
        },
        results: all.map(({ path, rule, level, message, place, source }) => ({
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

/** Returns a relative reference (RFC 3986), a file URI for an absolute path, or the given URL. */
function uriOf(path: string): string {
  if (/^https?:/i.test(path) && URL.canParse(path)) return path;
  const parts = path
    .replace(/\p{Cs}/gu, '\ufffd')
    .replaceAll('\\', '/')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  if (parts.startsWith('/')) return `file://${parts}`;
  // A first segment with a colon would be read as a scheme, but encodeURIComponent has escaped it.
  return path === '-' ? 'stdin' : parts;
}
