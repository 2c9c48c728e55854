/**
 * Charts that come at once are drawn one a frame, the first at once: together they would hold a slow phone's page up for as
 * long as all of them take.
 */
const waiting: (() => void)[] = [];
let free = true;

export function inTurn(draw: () => void): void {
  if (!free) return void waiting.push(draw);
  free = false;
  requestAnimationFrame(next);
  draw();
}

function next(): void {
  const draw = waiting.shift();
  free = draw === undefined;
  if (!draw) return;
  requestAnimationFrame(next);
  draw();
}
