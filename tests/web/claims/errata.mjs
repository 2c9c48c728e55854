/**
 * The page Errata, its first documents (errata-papers.mjs has the others): its statements are correct.
 * tests/web/errata.test.mjs checks its quotations and the numbers that it computes.
 */
import { publishedBudget, publishedMeans } from '../../../dist/lib/studies/published.js';
import { judgement, near, shown, source, askedOf } from '../support/errata-claims.mjs';
import { create } from '../support/posenc.mjs';

const documents = ['document-0', 'document-1', 'document-2', 'document-2-extension', 'documents', 'erratum'];
const views = ['attention', 'main', 'numbers', 'view'];
export const prose = [
  'web/notebook/errata.html',
  ...[...documents, ...views].map((name) => `web/notebook/errata/${name}.ts`),
];
export { apart } from '../support/errata-claims.mjs';

const pe = await create();
export const close = () => pe.dispose();

const { frequencies, wavelengths, ratios, facts } = askedOf(pe);

/** Published means; their file names the logs. */
function published(sigma, split) {
  return publishedMeans.find((one) => one.sigma === sigma)[split][0];
}
const heldOut = () => publishedBudget.shifted;

async function periodic(pairs) {
  return pe.analyse({ analysis: 'periodic-network' }, { frequencies: await frequencies(64), pairs });
}
export const claims = [
  {
    says: '$$\\phi:\\mathbb{R}\\to\\mathbb{R}^d,\\quad \\phi(x) = [\\sin\\omega_ix,\\ \\cos\\omega_ix]_{i=0}^{d/2-1}$$ Frequencies up to $\\omega_d$ would be twice as many channels, and the last one would turn once in more than {600} million positions.',
    is: () => {
      const last = (2 * Math.PI) / 10_000 ** -2 / 1e6;
      if (!(last > 600)) throw new Error(String(last));
      return [last];
    },
    within: 30, // million
  },
  {
    says: 'It is the NTK of $\\sqrt{2/m}\\sum_j v_j\\cos(w_jx+b_j)$ while the frequencies $w_j$ are fixed; with the phases $b_j$ trained, too, it is twice that.',
    holds: async () => {
      const { readout, readoutAndPhase, allParameters, profile } = await periodic([[2, 5]]);
      return (
        near(readout[0], profile[3]) &&
        near(readoutAndPhase[0], 2 * readout[0]) &&
        allParameters[0] / readout[0] - 1 > 1
      );
    },
  },
  {
    says: 'With the frequencies trained the NTK is $(2+xy)\\,\\hat k(x-y)$, which depends on the position as well.',
    holds: async () => {
      const pairs = [
        [2, 5],
        [10, 13],
      ];
      const { readout, allParameters } = await periodic(pairs);
      return pairs.every(([x, y], i) => near(allParameters[i], (2 + x * y) * readout[i]));
    },
  },
  { says: 'Three kinds of position embedding', because: 'a title, of a quoted list that has three' },
  {
    says: 'The encoding of token positions has its highest frequency fixed at $\\omega_0 = {1}$ rad per position.',
    is: async () => {
      const [first] = await frequencies(64);
      return [first];
    },
  },
  {
    says: 'That is less than a third of the $\\pi$ that alternating positions need.',
    holds: async () => (await frequencies(64))[0] < Math.PI / 3,
  },
  {
    says: 'What a linear layer can read out of the table is a wave near one of the $d/2$ wavelengths.',
    because: shown,
  },
  {
    says: 'No period below $2\\pi$ is near one: alternation, or every fourth token, cannot be read out.',
    holds: async () => (await wavelengths(512)).every((length) => length >= 2 * Math.PI * (1 - 1e-12)),
  },
  {
    says: 'Periods just above $2\\pi$ fall into gaps between wavelengths, and the smaller $d$, the wider the gaps.',
    holds: async () => {
      const [few, many] = [await wavelengths(64), await wavelengths(512)];
      return few[1] - few[0] > many[1] - many[0];
    },
  },
  { says: 'Arbitrary periods can be combined only where many wavelengths exceed the text.', because: source },
  {
    says: 'The form is the same, but Tancik’s features are $\\cos 2\\pi b^\\top v$ of a continuous coordinate $v\\in[0,1)$.',
    because: source,
  },
  {
    says: 'Here positions are integers and the frequencies have the density $1/\\omega$ on $[10^{-4}, 1]$.',
    holds: async () => {
      const omega = await frequencies(512);
      const steps = Array.from(omega.subarray(1), (w, i) => Math.log(omega[i] / w));
      return omega[0] === 1 && omega.at(-1) > 1e-4 && steps.every((step) => near(step, steps[0]));
    },
  },
  {
    says: 'Two exact results are known.',
    because: source,
  },
  {
    says: 'ljhearne/LSTNN_public, processed_data/ito_models (15 seeds, epoch 4000), the repository of a later paper (bioRxiv 10.1101/2025.10.29.685457)',
    because: 'the name of a source',
  },
  { says: 'A page of November 2024 about learned encodings on Latin-square puzzles.', because: source },
  {
    says: 'Version 4 of 23 June 2025, “Learning interpretable positional encodings in transformers depends on initialization”, with three experiments instead of two.',
    because: source,
  },
  {
    says: 'Version 1 was “The Importance of Positional Encoding Initialization in Transformers for Relational Reasoning”.',
    because: source,
  },
  { says: 'where it was published (ICML 2025 or a workshop of it)', because: 'marked as unconfirmed' },
  { says: '$E \\sim \\sigma\\,\\mathcal{N}(0,1)$.', because: 'a definition' },
  {
    says: 'LSTNN_public, the repository of a later paper, sweeps $\\sigma$ from 0.01 to 3.0 with 1.0 as its default, and analyses 0.1, 0.2, 2.0 and 3.0.',
    because: source,
  },
  {
    says: 'On the {108} held-out puzzles $\\sigma = 0.2$ reaches {0.956} and the fixed 2-D encoding 0.977, so it does not beat the oracle.',
    is: () => [heldOut(), published(0.2, 'shifted')],
  },
  { says: 'Version 1’s “outperforms all commonly-used” was later softened.', because: source },
  {
    says: 'that the difference is not significant (p = 0.35, from a public review)',
    because: 'marked as unconfirmed',
  },
  {
    says: 'On test data like the training data it is small up to $\\sigma = 1$: {0.981} against {0.986}.',
    is: () => [published(1, 'test'), published(0.2, 'test')],
  },
  {
    says: 'The large effect is on the shifted {108} puzzles: {0.956} at $\\sigma = 0.2$, {0.894} at 1, {0.377} at 2.',
    is: () => [heldOut(), ...[0.2, 1, 2].map((sigma) => published(sigma, 'shifted'))],
  },
  { says: 'no lower end', because: judgement },
  {
    says: 'Smaller is not always better, at least with Adam: $\\sigma = 0.1$ gives {0.925}, less than the {0.956} of $\\sigma = 0.2$.',
    is: () => [published(0.1, 'shifted'), published(0.2, 'shifted')],
  },
  { says: 'wrong twice: the sign of the exponent, and a missing d', because: judgement },
  {
    says: "$\\theta_i' = \\theta_i\\,s^{-2i/(d-2)}$, that is the base $b' = b\\,s^{d/(d-2)}$ with $s = L'/L$.",
    holds: async () => {
      const found = await ratios({ type: 'ntk', factor: 4 });
      return found.every((by, i) => near(by, 4 ** ((-2 * i) / 126)));
    },
  },
  {
    says: 'As printed, every frequency but the first increases, so the context is not extended.',
    // θ·α^(2i/d) with α = s^(1/(d−2))
    holds: () => Array.from({ length: 64 }, (_, i) => 4 ** ((2 * i) / 128 / 126)).every((by, i) => i === 0 || by > 1),
  },
  { says: 'YaRN is NTK-by-parts together with a temperature (Definition 3).', because: source },
  {
    says: '$\\mathrm{softmax}\\!\\left(q^\\top k/(t\\sqrt{|D|})\\right)$ with $\\sqrt{1/t} = 0.1\\ln s + 1$: the logits are multiplied by $1/t$, and both $q$ and $k$ by its root.',
    holds: async () => {
      const scaling = { type: 'yarn', factor: 32, originalContext: 4096 };
      const { data } = await pe.table({ encoding: 'rope', dim: 128, scaling }, [0], { dtype: 'f64' });
      return near(Math.max(...data), 0.1 * Math.log(32) + 1);
    },
  },
  {
    says: 'More positions alone raise the entropy, by the logarithm of their number.',
    because: shown,
  },
  {
    says: 'Entropy minus $\\ln n$ measures how far attention is from uniform (0 if it is uniform).',
    because: shown,
  },
  {
    says: 'Interpolation (NTK-by-parts) makes it flatter, and $t < 1$ sharpens it again.',
    because: shown,
  },
  {
    says: 'Its display leaves out the divisor, too; the text says that it stays, and that the bias is not divided.',
    because: source,
  },
  { says: 'two methods conflated', because: judgement },
  {
    says: "Dynamic scaling (section 3.3) is $s = \\max(1, l'/L)$, chosen anew for the length $l'$ of each forward pass.",
    holds: async () => {
      const last = async (contextLength) =>
        1 / (await ratios({ type: 'dynamic', factor: 1, originalContext: 4096, contextLength })).at(-1);
      return near(await last(1024), 1) && near(await last(4096), 1) && near(await last(16_384), 4);
    },
  },
  {
    says: 'Only its effect differs: pair $i$ is divided by $s^{2i/(d-2)}$.',
    holds: async () =>
      (await ratios({ type: 'ntk', factor: 16 })).every((by, i) => near(1 / by, 16 ** ((2 * i) / 126))),
  },
  {
    says: 'The exponential is a factor of the score, $\\zeta_i^{(m-n)/B}$ with $\\zeta_i = (2i/d + 0.4)/1.4$.',
    holds: async () => {
      const { zeta } = await facts({ encoding: 'xpos', dim: 128 });
      return Array.from(zeta).every((one, i) => near(one, (i / 64 + 0.4) / 1.4));
    },
  },
  { says: 'This is one of three ways; see 0.4.', because: 'a reference, to the row that counts them' },
  {
    says: 'Rotary encodings and biases never touch the input.',
    holds: () =>
      ['rope', 'alibi'].every((id) => {
        const { stages } = pe.encodings.find((one) => one.id === id);
        return stages.includes('rotate') || stages.includes('attentionBias');
      }),
  },
  {
    says: 'About half of the pairs then reach angles never seen in training.',
    // the share of 256 pairs that do not turn once within 512 positions
    holds: async () => Math.abs((await wavelengths(512)).filter((length) => length > 512).length / 256 - 0.5) < 0.05,
  },
  {
    says: 'With positions in $[0, L)$ the statement is right, and the same as $\\theta_i/s$ for every pair.',
    holds: async () => (await ratios({ type: 'linear', factor: 4 })).every((by) => near(by, 1 / 4)),
  },
];
