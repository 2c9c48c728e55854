/**
 * `<posenc-chart spec='{"encoding":"rope","dim":64}' chart="clock-hands">`: a chart in any page, by one script tag. It
 * shows an encoding, or data from an attribute, a `<script type="application/json">` inside the element, or the
 * property `data`. Attributes: chart, spec, data, options (JSON), positions, height, theme, caption, group. The chart
 * is made when it comes near the viewport, and follows its attributes. It works in shadow roots and any number of times
 * per page. Errors are shown in its place and dispatched as an event `error`.
 */
import type { ChartElement } from '../charts/index.js';
import type { Posenc } from '../types/posenc.js';
import { chartOf, refuseAttributes } from './request.js';
import { type Widget, widgetOf } from './widget.js';

const ahead = '300px';
const attributes = ['chart', 'spec', 'data', 'options', 'positions', 'height', 'theme', 'caption', 'group'] as const;

export function defineChartElement(create: () => Promise<Posenc>, name = 'posenc-chart'): void {
  if (customElements.get(name)) return; // two script tags
  let instance: Promise<Posenc> | undefined;
  /** Shared by all elements; a failed start is retried. */
  const library = (): Promise<Posenc> =>
    (instance ??= create().catch((error: unknown) => {
      instance = undefined;
      throw error;
    }));

  customElements.define(
    name,
    class extends HTMLElement {
      static readonly observedAttributes = attributes;
      /** For anywidget, if this file is the widget's entire code. */
      static readonly widget: Widget = widgetOf(library);
      #chart: ChartElement | undefined;
      #data: unknown;
      #seen = false;
      /** Id of the latest update, which supersedes earlier ones. */
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
      /** Reacts to data inside the element that are added later or change. */
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
      /** The chart itself, with `update`, `toSVG` etc.; undefined until it is made. */
      get chart(): ChartElement | undefined {
        return this.#chart;
      }
      /** Data for the chart, with precedence over the attribute and the element's content; may contain typed arrays. */
      get data(): unknown {
        return this.#data;
      }
      set data(value: unknown) {
        this.#data = value;
        this.#plan();
      }

      /** Batches simultaneous changes, and waits until the page has been parsed, so that the content exists. */
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
          refuseAttributes(this.getAttributeNames(), attributes);
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
