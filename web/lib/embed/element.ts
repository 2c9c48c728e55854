/**
 * `<posenc-chart spec='{"encoding":"rope","dim":64}' chart="clock-hands">`: a chart in any page, by one script tag: of an
 * encoding, or of data, which stand in an attribute, in a `<script type="application/json">` within the element, or in the
 * property `data`. Attributes: chart, spec, data, options (JSON), positions, height, theme, caption, group. It is made when
 * it comes near the window, follows its attributes, and works in shadow roots and as often as one likes. What fails is said
 * in its place, and told by an event `error`.
 */
import type { ChartElement } from '../charts/index.js';
import type { Posenc } from '../types/posenc.js';
import { chartOf } from './request.js';
import { type Widget, widgetOf } from './widget.js';

const ahead = '300px';
const attributes = ['chart', 'spec', 'data', 'options', 'positions', 'height', 'theme', 'caption', 'group'] as const;

export function defineChartElement(create: () => Promise<Posenc>, name = 'posenc-chart'): void {
  if (customElements.get(name)) return; // two script tags
  let instance: Promise<Posenc> | undefined;
  /** One for all elements; one that failed is tried again. */
  const library = (): Promise<Posenc> =>
    (instance ??= create().catch((error: unknown) => {
      instance = undefined;
      throw error;
    }));

  customElements.define(
    name,
    class extends HTMLElement {
      static readonly observedAttributes = attributes;
      /** For anywidget, where this file is all of a widget's code. */
      static readonly widget: Widget = widgetOf(library);
      #chart: ChartElement | undefined;
      #data: unknown;
      #seen = false;
      /** The newest wish wins. */
      #wish = 0;
      #planned = false;
      readonly #place = this.attachShadow({ mode: 'open' });
      readonly #sight = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          this.#seen = true;
          this.#sight.disconnect();
          this.#plan();
        },
        { rootMargin: ahead },
      );
      /** Data within the element that come later, or change. */
      readonly #within = new MutationObserver(() => this.#plan());

      connectedCallback(): void {
        this.style.display ||= 'block';
        this.style.minHeight ||= `${Number(this.getAttribute('height')) || 240}px`;
        this.#within.observe(this, { childList: true, characterData: true, subtree: true });
        if (!this.#seen) this.#sight.observe(this);
      }
      disconnectedCallback(): void {
        this.#sight.disconnect();
        this.#within.disconnect();
      }
      attributeChangedCallback(): void {
        this.#plan();
      }
      /** The chart itself, with `update`, `toSVG` and the rest; undefined before it is made. */
      get chart(): ChartElement | undefined {
        return this.#chart;
      }
      /** Data for the chart, before those of the attribute and of the element's inside; typed arrays, too. */
      get data(): unknown {
        return this.#data;
      }
      set data(value: unknown) {
        this.#data = value;
        this.#plan();
      }

      /** Once for all that changes together; the inside of an element is there when the page was read. */
      #plan(): void {
        if (!this.#seen || this.#planned) return;
        this.#planned = true;
        const make = (): void => {
          this.#planned = false;
          void this.#make();
        };
        if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', make, { once: true });
        else queueMicrotask(make);
      }
      async #make(): Promise<void> {
        const wish = ++this.#wish;
        try {
          const [asked, data] = [this.#attributes(), this.#data ?? this.getAttribute('data') ?? this.#inside()];
          const made = await chartOf({ ...asked, data }, library);
          if (wish !== this.#wish) return made.destroy();
          this.#chart?.destroy();
          this.#chart = made;
          this.#place.replaceChildren(made);
          this.style.minHeight = '';
          this.dispatchEvent(new CustomEvent('ready'));
        } catch (error) {
          if (wish !== this.#wish) return;
          const told = document.createElement('p');
          told.setAttribute('role', 'alert');
          told.textContent = error instanceof Error ? error.message : String(error);
          this.#place.replaceChildren(told);
          this.dispatchEvent(new CustomEvent('error', { detail: error }));
        }
      }
      #attributes(): Readonly<Record<(typeof attributes)[number], string | undefined>> {
        const texts = attributes.map((one) => [one, this.getAttribute(one) ?? undefined] as const);
        return Object.fromEntries(texts) as Record<(typeof attributes)[number], string | undefined>;
      }
      #inside(): string | undefined {
        return this.querySelector(':scope > script[type="application/json"]')?.textContent ?? undefined;
      }
    },
  );
}
