/**
 * Formats how every engine reads a config.json: one line per engine, and one per note.
 */
import { changesOf } from '../lib/engines/changed.js';
import { shortStanding, standingText } from '../lib/engines/standing.js';
import type { EngineAnswer, EngineDifference } from '../lib/node.js';
import { columns, wrap } from './columns.js';
import { inLines } from './harmless.js';

/** Returns the results as a table, followed by the errors, losses and requirements of each engine. */
export function engineTable(given: readonly EngineAnswer[], today: Date = new Date()): string {
  const answers = inLines(given);
  const [reference] = answers;
  const length = reference?.contextLength;
  // only for models with position-dependent query scaling, and only if an engine differs
  const scaled = answers.find(({ difference }) => difference?.queries)?.difference?.queries;
  const queries = scaled ? [`queries at ${scaled.position}`] : [];
  const head = ['engine', 'version', 'standing', 'serves', 'frequencies', 'amplitude', ...queries, 'where'];
  const rows = answers.map((answer, index) => [
    answer.title,
    answer.version,
    shortStanding(answer, today),
    answer.served === undefined ? '' : String(answer.served),
    ...withQueries(verdict(answer, reference!), answer, scaled, index === 0),
  ]);
  const started = length === undefined ? 'started without a length' : `started for ${length} positions`;
  const type = answers.find(({ cases }) => cases)?.cases?.modelType;
  const executed = type === undefined ? '' : `; those executed ran files of type ${type}`;
  const assumption = reference?.assumption === undefined ? [] : [reference.assumption];
  return [
    ...assumption,
    `engines ${started}, against ${reference?.title ?? ''}${executed}`,
    columns([head, ...rows]),
    '',
    ...changesOf(answers).flatMap((line) => [wrap(line, ''), '']),
    ...details(answers, today),
  ]
    .join('\n')
    .trimEnd();
}

type Queries = NonNullable<EngineDifference['queries']>;
/** Inserts the queries column before the last one. */
function withQueries(
  cells: string[],
  { error, basis, difference }: EngineAnswer,
  scaled: Queries | undefined,
  isReference: boolean,
): string[] {
  if (!scaled) return cells;
  const own = difference?.queries;
  const cell =
    error || basis === 'unknown'
      ? ''
      : isReference
        ? scaled.reference.toPrecision(6)
        : own
          ? own.own.toPrecision(6)
          : 'agrees';
  return [...cells.slice(0, -1), cell, ...cells.slice(-1)];
}

function verdict(answer: EngineAnswer, reference: EngineAnswer): string[] {
  const { error, basis, difference, layers } = answer;
  if (error) return ['refused', '', `${error.kind}: ${error.message}`.slice(0, 60)];
  if (basis === 'unknown') return ['not known', 'not known', ''];
  if (reference.basis === 'unknown') return ['not compared', amplitudes(layers), ''];
  if (answer === reference) return ['reference', amplitudes(layers), ''];
  if (!difference) return ['agrees', 'agrees', ''];
  const { frequency, pair, attentionFactor, pairs, softmax } = difference;
  const off = pairs ? `${pairs[0]} pairs, not ${pairs[1]}` : frequency > 0 ? `${percent(frequency)}, pair ${pair}` : '';
  const logits = softmax ? [`logits ${percent(softmax[0] / softmax[1] - 1)}`] : [];
  const size = [...(attentionFactor === 0 ? [] : [percent(attentionFactor)]), ...logits].join(', ');
  return [off === '' ? 'agrees' : off, size === '' ? 'agrees' : size, place(difference)];
}

const amplitudes = (layers: EngineAnswer['layers']): string =>
  [...new Set(Object.values(layers).map(({ attentionFactor }) => attentionFactor.toPrecision(6)))].join(', ');

const percent = (ratio: number): string =>
  Math.abs(ratio) >= 10 ? `${ratio.toPrecision(3)} times` : `${(100 * ratio).toPrecision(3)} %`;

function place({ layer, from, to }: EngineDifference): string {
  const lengths =
    to !== undefined ? `${from} to ${to} positions` : from === 1 ? 'every length' : `from ${from} positions on`;
  return layer === 'default' ? lengths : `${layer}, ${lengths}`;
}

function details(answers: readonly EngineAnswer[], today: Date): string[] {
  return answers.flatMap((answer) => {
    const { title, source, error, notes } = answer;
    const lines = [
      ...(error ? [`raises ${error.kind}: ${error.message}${error.todo ? `; ${error.todo}` : ''}`] : []),
      ...notes,
    ];
    if (lines.length === 0) return [];
    return [
      `${title}`,
      ...lines.map((line) => wrap(line, '  ')),
      wrap(`[${source}, ${standingText(answer, today)}]`, '  '),
      '',
    ];
  });
}
