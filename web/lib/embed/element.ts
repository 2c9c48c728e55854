/**
 * `<posenc-chart spec='{"encoding":"rope","dim":64}' chart="clock-hands">`: a chart of an encoding in any page, by one
 * script tag. Attributes: spec (JSON), chart, positions, height, theme, caption. It computes when it comes near the
 * window, follows its attributes, and works in shadow roots and as often as one likes. What fails is said in its place,
 * and told by an event `error`.
 */
import type { ChartElement } from '../charts/index.js';
import { PosencError } from '../checks/errors.js';
import type { Posenc } from '../types/posenc.js';
import type { ChartRequest } from './recipes.js';
import { chartOf } from './recipes.js';

const fewest = 2;
const most = 4096;
const ahead = '300px';

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
      static readonly observedAttributes = ['spec', 'chart', 'positions', 'height', 'theme', 'caption'];
      #chart: ChartElement | undefined;
      #seen = false;
      /** The newest wish wins. */
      #wish = 0;
      readonly #place = this.attachShadow({ mode: 'open' });
      readonly #sight = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          this.#seen = true;
          this.#sight.disconnect();
          void this.#make();
        },
        { rootMargin: ahead },
      );

      connectedCallback(): void {
        this.style.display ||= 'block';
        this.style.minHeight ||= `${this.#number('height') ?? 240}px`;
        if (!this.#seen) this.#sight.observe(this);
      }
      disconnectedCallback(): void {
        this.#sight.disconnect();
      }
      attributeChangedCallback(): void {
        if (this.#seen) void this.#make();
      }
      /** The chart itself, with `update`, `toSVG` and the rest; undefined before it is made. */
      get chart(): ChartElement | undefined {
        return this.#chart;
      }

      async #make(): Promise<void> {
        const wish = ++this.#wish;
        try {
          const request = this.#request();
          const made = await chartOf(await library(), request);
          if (wish !== this.#wish) return;
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
      #request(): ChartRequest {
        const theme = this.getAttribute('theme') ?? 'auto';
        if (theme !== 'light' && theme !== 'dark' && theme !== 'auto')
          throw new PosencError('bad_argument', 'theme', `theme must be light, dark or auto, got '${theme}'`);
        const positions = this.#number('positions') ?? 128;
        if (!Number.isInteger(positions) || positions < fewest || positions > most)
          throw new PosencError(
            'bad_argument',
            'positions',
            `positions must be a whole number from ${fewest} to ${most}`,
          );
        return {
          spec: specOf(this.getAttribute('spec') ?? '{"encoding":"sinusoidal","dim":64}'),
          chart: this.getAttribute('chart') ?? 'heat-map',
          positions,
          options: { theme, height: this.#number('height'), title: this.getAttribute('caption') ?? undefined },
        };
      }
      #number(name: string): number | undefined {
        const text = this.getAttribute(name);
        if (text === null || text.trim() === '') return undefined;
        const value = Number(text);
        if (!(value > 0) || value > 1e4)
          throw new PosencError(
            'bad_argument',
            name,
            `${name} must be a number above zero, at most 10000, got '${text}'`,
          );
        return value;
      }
    },
  );
}

export function specOf(text: string): ChartRequest['spec'] {
  let spec: unknown;
  try {
    spec = JSON.parse(text);
  } catch {
    throw new PosencError('bad_json', 'spec', 'spec must be the JSON of an encoding, as {"encoding":"rope","dim":64}');
  }
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec))
    throw new PosencError('bad_json', 'spec', 'spec must be an object of JSON, as {"encoding":"rope","dim":64}');
  return spec as ChartRequest['spec'];
}
