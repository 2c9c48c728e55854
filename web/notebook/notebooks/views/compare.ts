/** The comparison of the page Variants: A, B and A − B side by side, and the library's verdict. */
import '../../style/variants.css';
import { record } from '../../../lib/checks/schema.js';
import { html } from '../../kit/html.js';
import { section } from '../../kit/section.js';
import { asSpec } from '../../state.js';
import { compareSpecs } from '../../variants/compare.js';
import { comparedView } from '../../variants/shown.js';
import { fits } from '../../variants/state.js';
import { type MakeView, filled, specSchema, within } from './given.js';

const given = record({
  ...{ a: specSchema, b: specSchema },
  count: within(fits.count, 'Variants'),
  start: within(fits.start, 'Variants'),
  step: within(fits.step, 'Variants'),
  tolerance: within(fits.tolerance, 'Variants'),
});
const usual = { count: 64, start: 0, step: 1, tolerance: 1e-12 };

export const make: MakeView = async (pe, of) => {
  const asked = filled(given.read(of, 'compare'), usual);
  const specs = [asSpec(asked.a), asSpec(asked.b)] as const;
  const shapes = [await pe.shape(specs[0]), await pe.shape(specs[1])] as const;
  const nothing = (): HTMLElement => html`<span></span>`;
  const side = () => ({ menu: nothing(), parameters: nothing() });
  const shown = comparedView(pe.encodings, [side(), side()], nothing());
  const root = html`<div>${shown.element}</div>`;
  section({
    at: shown.element,
    doing: 'Comparing',
    inputs: () => asked,
    compute: (_, signal) => compareSpecs(pe, specs, shapes, asked, signal),
    draw: (compared) => shown.show(compared, asked),
  });
  return root;
};
