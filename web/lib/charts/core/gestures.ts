/**
 * What a pointer does on a chart. Moving reads. A drag of the mouse over an area with axes marks the part to be seen (a
 * brush); with Shift it moves, with Alt it selects; where the chart turns, it turns. The wheel zooms with Ctrl, or where
 * the chart has the focus; two fingers zoom and move; a double click shows all. One finger reads, and still scrolls the
 * page, unless there is more to be seen both across and down: then it moves that.
 */
export interface GestureActions {
  point(x: number, y: number): void;
  leave(): void;
  choose(x: number, y: number): void;
  /** Whether a drag that begins here means something. */
  drags(x: number, y: number, alt: boolean): 'brush' | 'turn' | 'select' | undefined;
  brush(from: readonly [number, number], to: readonly [number, number], done: boolean): void;
  zooms(x: number, y: number): boolean;
  select(from: readonly [number, number], to: readonly [number, number], done: boolean): void;
  turn(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  reset(): void;
  focused(): boolean;
  /** A part is seen, and one finger moves it. */
  held(): boolean;
}

/** A press that moves less is a click. */
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
      // A pinch on a touch pad arrives as tiny wheel steps with Ctrl; a wheel's own steps are large.
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
