/** What the page shows first was asked when it was built: engines' rules need not be loaded for it. */
import startAdvice from 'virtual:start-advice';
import { configOf } from '../presets.js';
import type { ReportState } from './state.js';

export { startAdvice };

export const isStart = ({ config, contextLength }: ReportState): boolean =>
  contextLength === undefined && 'preset' in config && config.preset === startAdvice.preset;

/** The title of the file that the page comes with, whose verdict stands until another is read. */
export const startTitle = configOf({ preset: startAdvice.preset }).title;
