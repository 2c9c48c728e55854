/** Creates elements and their content; values may be signals. */
import { effect } from '@preact/signals-core';

export type Content = Node | string | number | false | undefined | readonly Content[] | (() => Content);
type Value = string | number | boolean | undefined;
export type Given = Value | Content | ((event: Event) => void);
export type Attributes = Readonly<Record<string, Given>>;

/** Creates an element with attributes and content. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  given: Attributes = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.append(...nodes(content));
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'function') set(made, name, value as Value);
    else if (name.startsWith('on')) made.addEventListener(name.slice(2), value as (event: Event) => void);
    else follow(() => set(made, name, (value as () => Value)()));
  }
  return made;
}

/** Sets values that a user can change as properties; their attributes are only initial values. */
function set(made: HTMLElement, name: string, value: Value): void {
  if (name === 'value' || name === 'checked' || name === 'selected') Object.assign(made, { [name]: value });
  else if (typeof value === 'boolean' || value === undefined) made.toggleAttribute(name, value === true);
  else if (made.getAttribute(name) !== String(value)) made.setAttribute(name, String(value));
}

function nodes(content: Content): ChildNode[] {
  if (content === false || content === undefined) return [];
  if (content instanceof Node) return [content as ChildNode];
  if (typeof content === 'function') return live(content);
  return typeof content === 'object' ? content.flatMap(nodes) : [new Text(String(content))];
}

/** Nodes replaced on each update; an empty text node is the placeholder. */
function live(ask: () => Content): ChildNode[] {
  let there: ChildNode[] = [];
  const inside: (() => void)[] = [];
  const forget = (): void => inside.splice(0).forEach((stop) => stop());
  follow(() => {
    forget();
    const outside = followers;
    followers = inside;
    let next: ChildNode[];
    try {
      next = nodes(ask());
    } finally {
      followers = outside;
    }
    if (next.length === 0) next.push(new Text());
    const [first, ...others] = there;
    there = next;
    for (const old of others) if (!next.includes(old)) old.remove();
    first?.replaceWith(...next);
  });
  followers?.push(forget);
  return there;
}

/** Disposers of the effects in the content being built, called when it is replaced. */
let followers: (() => void)[] | undefined;

function follow(run: () => void): void {
  const stop = effect(run);
  followers?.push(stop);
}

/** Replaces everything inside `parent`. */
export function fill(parent: Element, ...content: readonly Content[]): void {
  parent.replaceChildren(...nodes(content));
}

let serial = 0;
/** An id that is unique on the page. */
export const freshId = (prefix: string): string => `${prefix}-${++serial}`;
