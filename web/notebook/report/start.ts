/** The initial results come from the build, so that the engines need not load. */
import startAdvice from 'virtual:start-advice';
import { configOf } from '../presets.js';
import type { ReportState } from './state.js';

export { startAdvice };

export const isStart = ({ config, contextLength }: ReportState): boolean =>
  contextLength === undefined && 'preset' in config && config.preset === startAdvice.preset;

/** The title of the built-in file, shown until another is read. */
export const startTitle = configOf({ preset: startAdvice.preset }).title;
