/**
 * The parts of a drawing: the first time each in a frame of its own, so that a slow processor answers the reader between
 * them; after that all at once, so that they never show two states.
 */
export function inTurn<T>(parts: readonly ((given: T) => void)[]): (given: T) => Promise<void> {
  let drawn = 0;
  let latest: T;
  let all: Promise<void> | undefined;
  const first = async (): Promise<void> => {
    while (drawn < parts.length) {
      if (drawn > 0) await nextFrame();
      parts[drawn++]!(latest);
    }
  };
  return (given) => {
    latest = given;
    for (const part of parts.slice(0, drawn)) part(given);
    return (all ??= first());
  };
}

/** What follows is a task of its own, between which and the last the browser answers its reader. */
export const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** After the next one was painted. */
export const nextFrame = (): Promise<void> => new Promise((resolve) => soon(() => void setTimeout(resolve)));

/** With the next frame; a hidden page has none. */
export function soon(work: () => void): void {
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(work);
}
