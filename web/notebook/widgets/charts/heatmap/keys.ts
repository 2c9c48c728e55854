/** The keys of a heat map: arrows step, with Shift they pan, + and - zoom, 0 shows all, Home and End go to the corners. */

export interface KeyActions {
  /** Keys do nothing before there is a table. */
  ready(): boolean;
  step(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number): void;
  fit(): void;
  first(): void;
  last(): void;
  leave(): void;
  /** Left out where cells cannot be chosen. */
  choose?(): void;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const zoomStep = 1.5;

export function keyHandler(act: KeyActions): (event: KeyboardEvent) => void {
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    '+': () => act.zoom(zoomStep),
    '=': () => act.zoom(zoomStep),
    '-': () => act.zoom(1 / zoomStep),
    _: () => act.zoom(1 / zoomStep),
    '0': () => act.fit(),
    Home: () => act.first(),
    End: () => act.last(),
    Escape: () => act.leave(),
    Enter: act.choose,
  };
  return (event) => {
    if (!act.ready() || event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = arrows[event.key];
    const action = arrow ? () => (event.shiftKey ? act.pan : act.step)(...arrow) : keys[event.key];
    if (action === undefined) return;
    action();
    event.preventDefault();
  };
}
