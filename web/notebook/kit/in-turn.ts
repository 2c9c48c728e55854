/**
 * Draws several parts: the first time one per frame, so that slow devices stay responsive. Later it draws all at once,
 * so that they never show two states.
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

/** Resolves in a new task, so that the browser can handle input before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** Resolves after the next frame is painted. */
export const nextFrame = (): Promise<void> => new Promise((resolve) => soon(() => void setTimeout(resolve)));

/** Runs with the next frame, or in a new task if the page is hidden and has no frames. */
export function soon(work: () => void): void {
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(work);
}
