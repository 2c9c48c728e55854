/** The report on a model of diffusers, axis by axis. */
import { errorAbout } from '../../checks/errors.js';
import type { AxisReport, ConfigReport } from '../../types/config.js';
import type { RawReport } from '../../types/core.js';
import { num } from '../number-text.js';
import type { Plain } from '../plain.js';
import type { Questions } from '../questions.js';
import { type AskedAxis, axisQuestions, axisReports } from './axes.js';
import { releaseOf } from './classes.js';
import { type AxialModel, readAxial } from './read.js';

/** @returns undefined for a file of another kind. */
export function axialReport(plain: Plain, frames?: number): Questions<ConfigReport> | undefined {
  const model = readAxial(plain);
  if (model === undefined) return undefined;
  if (frames !== undefined && model.row.video === undefined)
    throw errorAbout(
      'bad_argument',
      'contextLength',
      `is the number of frames for a model of videos; how many frames ${model.className} makes of a latent is not known here`,
    );
  return {
    questions: axisQuestions(askedAxes(model)),
    answer: (raw) => assemble(model, raw, frames ?? model.row.video?.frames),
  };
}

const askedAxes = ({ spec, axes }: AxialModel): AskedAxis[] =>
  axes.map(({ name, width, step }, axis) => {
    const factor = spec.ntkFactors?.[axis] ?? 1;
    const scale = spec.scales?.[axis] ?? 1;
    return {
      name,
      width,
      base: spec.base,
      ...(factor !== 1 && { ntkFactor: factor }),
      ...(scale !== 1 && { scale }),
      ...(step && { step }),
    };
  });

function assemble(model: AxialModel, raw: readonly RawReport[], frames: number | undefined): ConfigReport {
  const { className, row, spec } = model;
  const axes = axisReports(askedAxes(model), raw);
  const rotaryDim = rotaryDimOf(spec);
  const scheme = `rotary positions by ${axes.length} coordinates`;
  const loop = frames === undefined ? undefined : loopText(axes[0]!, frames, className);
  const text = [introduction(model), loop, row.more].filter((part) => part !== undefined && part !== '').join(' ');
  return {
    type: 'default',
    modelType: className,
    instead: { scheme, text, spec },
    axes,
    base: spec.base,
    headDim: spec.dim,
    rotaryDim,
    trainedContext: row.video?.frames ?? 0,
    trainedContextIs: 'named',
    contextLength: frames ?? 0,
    attentionFactor: 1,
    softmaxMultiplier: 1,
    frequencies: axes.flatMap(({ pairs }) => pairs.map(({ frequency }) => frequency)),
    pairs: [],
    pairsWithFullTurn: 0,
    pairsWithUnseenAngles: 0,
    bands: { kept: 0, blended: 0, scaled: 0, off: 0 },
    spec,
    readFrom: {
      ...model.readFrom,
      modelType: '_class_name',
      frequencies: `derived: widths and base, as ${row.rope} of ${releaseOf(row)}`,
      ...(row.video && { contextLength: `default: ${row.video.frames} frames, those of the class's pipeline` }),
    },
    warnings:
      model.unread === undefined
        ? []
        : [
            {
              code: 'unread_position_fields',
              message: `${model.unread}; ${row.rope} of ${releaseOf(row)} reads none of them`,
              source: `https://github.com/huggingface/diffusers/tree/main/src/diffusers/models/transformers`,
            },
          ],
  };
}

const rotaryDimOf = ({ widths }: AxialModel['spec']): number => widths.reduce((sum, width) => sum + width, 0);

const listed = (items: readonly (string | number)[]): string =>
  items.length < 2 ? String(items[0]) : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

function introduction({ className, axes, spec, row }: AxialModel): string {
  const rotaryDim = rotaryDimOf(spec);
  const pairs =
    row.layout === 'half' ? `channels i and i + ${rotaryDim / 2} as a pair` : 'neighbouring channels as pairs';
  const scales = spec.scales?.some((scale) => scale !== 1)
    ? `, coordinates multiplied by ${listed(Array.from(spec.scales, (scale) => num(Number(scale.toPrecision(6)))))}`
    : '';
  return `${className} rotates by ${axes.length} coordinates, ${listed(axes.map(({ name }) => name))}, with ${listed(axes.map(({ width }) => width))} of ${spec.dim} channels, base ${num(spec.base)}${spec.ntkFactors ? `, NTK-aware factors ${listed([...spec.ntkFactors])}` : ''}${scales}, ${pairs}.`;
}

/** Sentence on pairs whose periods exceed the video; positions a period apart look alike (arXiv:2502.15894). */
function loopText({ pairs, step }: AxisReport, frames: number, className: string): string | undefined {
  if (step?.of !== 'frames') return undefined;
  const steps = Math.floor((frames - 1) / step.size) + 1;
  const longer = pairs.filter(({ period }) => period > steps).slice(0, 3);
  const [first] = longer;
  if (first === undefined) return `Every pair of its time axis completes a turn within ${frames} frames.`;
  const latents = step.size === 1 ? '' : ` (${num(Number(first.period.toPrecision(4)))} steps of ${step.size} frames)`;
  const others = longer.slice(1);
  const then =
    others.length === 0
      ? ''
      : `, pairs ${listed(others.map(({ index }) => index))} after ${listed(others.map((pair) => Math.round(pair.periodInUnits!)))}`;
  return `Why videos of ${className} loop: of the pairs of time, pair ${first.index} is the first that does not come round within ${frames} frames; it does after ${Math.round(first.periodInUnits!)} frames${latents}${then}. A video that goes on past this meets the same angles of the pair again (RIFLEx, arXiv:2502.15894).`;
}
