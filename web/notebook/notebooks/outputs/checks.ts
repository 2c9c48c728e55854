/** The checks of a cell, collapsed to one line while all of them hold. */
import { html } from '../../kit/html.js';

export class Checks {
  readonly #count = new Text();
  readonly #list = html`<div class="nb-outputs stack"></div>`;
  readonly #folded = html`<details class="nb-checks">
    <summary>${this.#count}</summary>
    ${this.#list}
  </details>` as HTMLDetailsElement;

  /** @returns the outputs of a cell, with its checks merged at the first of them */
  fold(shown: readonly HTMLElement[]): readonly HTMLElement[] {
    const checks = shown.filter((one) => one.matches('.nb-check'));
    if (checks.length === 0) return shown;
    const holding = checks.filter(({ dataset }) => dataset['passes'] === 'true').length;
    const all = holding === checks.length;
    if (!all) this.#folded.open = true;
    this.#folded.className = `nb-checks ${all ? 'holds' : 'wrong'}`;
    this.#count.data = all
      ? `✓ ${holding} ${holding === 1 ? 'claim holds' : 'claims hold'}`
      : `✗ ${holding} of ${checks.length} claims hold`;
    const { children } = this.#list;
    if (checks.length !== children.length || checks.some((one, i) => one !== children[i]))
      this.#list.replaceChildren(...checks);
    return shown.flatMap((one) => (one === checks[0] ? this.#folded : checks.includes(one) ? [] : one));
  }
}
