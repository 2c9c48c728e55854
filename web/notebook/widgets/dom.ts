/** Makes HTML elements. Strings become text nodes, so nothing that a reader supplies can become markup. */
export type Child = Node | string | number | undefined | false;

type Handlers = { readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
export interface Props {
  readonly on?: Handlers;
  readonly [attribute: string]: unknown;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'on' || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [type, handler] of Object.entries(props.on ?? {}))
    element.addEventListener(type, handler as EventListener);
  element.append(...nodes(children));
  return element;
}

/** Replaces everything inside `parent`. */
export function fill(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren(...nodes(children));
}

function nodes(children: readonly Child[]): (Node | string)[] {
  return children
    .filter((child) => child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

let serial = 0;
/** An id that no other element of the page has. */
export function freshId(prefix: string): string {
  return `${prefix}-${++serial}`;
}
