/**
 * Pointer gestures on a chart. Moving reads. Dragging with the mouse over an area with axes zooms to the marked part (a
 * brush); with Shift it pans, with Alt it selects; a 3-D chart rotates. The wheel zooms with Ctrl or if the chart has
 * focus. Two fingers zoom and pan; a double click shows everything. One finger reads and scrolls the page; if the chart
 * is zoomed both across and down, it pans.
 */
export interface GestureActions {
  point(x: number, y: number): void;
  leave(): void;
  choose(x: number, y: number): void;
  /** Effect of a drag that starts here; undefined if none. */
  drags(x: number, y: number, alt: boolean): 'brush' | 'turn' | 'select' | undefined;
  brush(from: readonly [number, number], to: readonly [number, number], done: boolean): void;
  zooms(x: number, y: number): boolean;
  select(from: readonly [number, number], to: readonly [number, number], done: boolean): void;
  turn(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  reset(): void;
  focused(): boolean;
  /** true if the chart is zoomed, so that one finger pans. */
  held(): boolean;
}

/** A press that moves less than this many pixels is a click. */
const slack = 4;

export function gestures(stage: HTMLElement, act: GestureActions): void {
  const down = new Map<number, [number, number]>();
  let start: [number, number] | undefined;
  let drag: 'brush' | 'turn' | 'pan' | 'select' | undefined;
  let moved = false;
  const at = (event: MouseEvent): [number, number] => {
    const box = stage.getBoundingClientRect();
    // slides are scaled
    const [wide, tall] = [stage.offsetWidth / box.width || 1, stage.offsetHeight / box.height || 1];
    return [(event.clientX - box.left) * wide, (event.clientY - box.top) * tall];
  };

  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const place = at(event);
    down.set(event.pointerId, place);
    moved = false;
    start = place;
    const kind = act.drags(...place, event.altKey);
    const mouse = event.pointerType === 'mouse';
    drag = kind !== 'brush' ? kind : event.shiftKey ? 'pan' : mouse ? 'brush' : act.held() ? 'pan' : undefined;
    if (drag !== undefined) stage.setPointerCapture(event.pointerId);
    if (!mouse) act.point(...place);
  });
  stage.addEventListener('pointermove', (event) => {
    const place = at(event);
    const before = down.get(event.pointerId);
    if (before === undefined) return act.point(...place);
    if (Math.hypot(place[0] - (start?.[0] ?? 0), place[1] - (start?.[1] ?? 0)) > slack) moved = true;
    down.set(event.pointerId, place);
    if (down.size === 2) return pinch(event.pointerId, before, place);
    if (!moved || drag === undefined || start === undefined) return act.point(...place);
    if (drag === 'brush' || drag === 'select') act[drag](start, place, false);
    else act[drag](place[0] - before[0], place[1] - before[1]);
  });
  const end = (event: PointerEvent): void => {
    if (!down.delete(event.pointerId)) return;
    if ((drag === 'brush' || drag === 'select') && moved && start !== undefined) act[drag](start, at(event), true);
    else if (!moved && event.type === 'pointerup') act.choose(...at(event));
    drag = start = undefined;
  };
  stage.addEventListener('pointerup', end);
  stage.addEventListener('pointercancel', end);
  stage.addEventListener('pointerleave', () => down.size === 0 && act.leave());
  stage.addEventListener('dblclick', () => act.reset());
  stage.addEventListener(
    'wheel',
    (event) => {
      const place = at(event);
      if (!(event.ctrlKey || event.metaKey || act.focused()) || !act.zooms(...place)) return;
      event.preventDefault();
      // A pinch on a touch pad arrives as small wheel steps with Ctrl; the steps of a real wheel are large.
      const fine = event.ctrlKey && Math.abs(event.deltaY) < 20 ? 10 : 1;
      act.zoom(2 ** (event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002) * fine), ...place);
    },
    { passive: false },
  );

  function pinch(id: number, before: readonly [number, number], now: readonly [number, number]): void {
    const other = [...down].find(([key]) => key !== id)?.[1];
    if (other === undefined) return;
    const apart = (place: readonly [number, number]): number => Math.hypot(place[0] - other[0], place[1] - other[1]);
    if (apart(before) > 0 && apart(now) > 0) act.zoom(apart(before) / apart(now), other[0], other[1]);
  }
}
