/** The link of the home page: `#v=1&at=131072&as=bfloat16&model=gpt-oss-20b&ctx=131072`. */
import list from '../configs/index.json';
import type { Store } from '../history.js';
import { isWhole, linked, number, oneOf, type StateOf } from '../kit/state.js';
import { start } from './start.js';
import { formats, type StoredAs } from './stored.js';

export const farthest = 1_000_000_000;
/** Answered lengths. */
export const lengths = [32_768, 131_072, 1_048_576] as const;

const schema = {
  /** First position of the picture. */
  position: { ...number('at', 131_072, isWhole(0, farthest)), always: true },
  stored: oneOf<StoredAs>('as', 'bfloat16', formats),
  model: oneOf(
    'model',
    start.model,
    list.map(({ id }) => id),
  ),
  length: number('ctx', start.length, (length) => lengths.some((one) => one === length)),
};
export type HomeState = StateOf<typeof schema>;
export type HomeStore = Store<HomeState>;
export const link = linked(schema);

/** True if a link is one of this page. */
export const isOwn = (fragment: string): boolean => {
  const given = new URLSearchParams(fragment);
  return fragment === '' || given.has('at') || document.getElementById(fragment) !== null;
};
