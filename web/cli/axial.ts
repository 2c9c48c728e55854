/** Formats the report on a diffusers model, whose attention rotates by several coordinates. */
import type { AxisReport, ConfigReport } from '../lib/node.js';
import { columns, short, wrap } from './columns.js';
import { warningLines } from './warning-lines.js';

/** @param report one with `axes` */
export function axialText(report: ConfigReport): string {
  const axes = report.axes!;
  return [
    report.modelType!,
    wrap(report.instead!.text, '  '),
    '',
    columns([
      ['pair', 'axis', 'rad/step', 'steps a turn', 'in frames or pixels'],
      ...axes.flatMap(({ name, step, pairs }) =>
        pairs.map(({ index, frequency, period, periodInUnits }) => [
          String(index),
          name,
          short(frequency),
          short(period),
          periodInUnits === undefined ? '–' : `${short(periodInUnits)} ${step!.of}`,
        ]),
      ),
    ]),
    '',
    ...axes.flatMap(stepText),
    `spec: ${JSON.stringify(report.spec)}`,
    '',
    ...warningLines(report.warnings),
    'read from',
    columns([['', ''], ...Object.entries(report.readFrom)])
      .split('\n')
      .slice(1)
      .join('\n'),
    '',
  ].join('\n');
}

const stepText = ({ name, step }: AxisReport): string[] =>
  step
    ? [`a step of ${name} is ${step.size} ${step.of} in the pipeline of this class, with the VAE that it takes`]
    : [];
