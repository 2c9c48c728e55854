import type { EncodingSpec } from '../../generated/encodings.js';
import { column, difference, end, primary, term } from '../build.js';
import type { PictureFeatures } from '../picture.js';
import type { Measure, Study, Value } from '../study.js';

const gaussian = (scale: number): EncodingSpec => ({
  ...{ encoding: 'fourier-features', dim: 64, axes: 2, mapping: 'gaussian', scale },
});
const scales = [0.25, 0.5, 1, 2, 4];
const nameOf = (scale: number): string => `Fourier features, scale ${scale}`;
const waves = scales.map(nameOf);
const features: Readonly<Record<string, PictureFeatures>> = {
  coordinates: 'coordinates',
  ...Object.fromEntries(scales.map((scale) => [nameOf(scale), gaussian(scale)])),
  'learned, a row for each pixel': 'pixel',
};
const [seen, unseen] = [end('train.loss'), end('test.loss')];
const least = (value: Value, text: string) => ({ text, value, below: 0 });
const over = (of: Measure, by: Measure, arm: string): Value => ({ of: term(of, arm), over: term(by, arm) });

export const pictures: Study = {
  id: 'pictures',
  title: 'Spectral bias in two dimensions: a picture from half of its pixels',
  question: 'Which features let a network fill in a picture, and does its tangent kernel say so beforehand?',
  sources: [
    {
      source: 'ntk-paper',
      place: 'section 4, item 2',
      words:
        'Both Fourier features and certain types of position embeddings help neural networks overcome the spectral bias, allowing them to learn high-frequency functions more easily.',
    },
  ],
  about:
    'A drawn picture of 16 × 16 pixels: a disc on a slope of grey, stripes and a chequered corner. Half of the pixels, by chance, are trained on by a ReLU network with two hidden layers; the others are asked for. Losses are mean squared errors of grey from 0 to 1. The prediction is that of the tangent kernel at infinite width, from the outputs with which each network begins. Gradient descent takes half of the largest step that the kernel allows. A row for each pixel is a learned table: an input of its own, which the first layer maps. That of an unseen pixel is never trained.',
  base: { picture: { side: 16 }, features: 'coordinates', width: 128, steps: 500, evaluateEvery: 50 },
  arms: Object.entries(features).map(([name, of]) => ({ name, set: { features: of } })),
  planned: { deviation: 0.02, effect: 0.03 },
  seeds: 10,
  columns: [
    column('error, trained on', seen, 4),
    column('error, unseen', unseen, 4),
    column('predicted, trained on', end('predicted.train'), 4),
    column('predicted, unseen', end('predicted.test'), 4),
  ],
  curves: ['test.loss', 'predicted.test'],
  claims: [
    primary(
      least(
        difference(seen, nameOf(1), 'coordinates'),
        'With Fourier features of scale 1 the network learns the pixels that it sees better than from their coordinates.',
      ),
    ),
    least(
      difference(unseen, nameOf(0.5), 'coordinates'),
      'With Fourier features of scale 0.5 it tells the unseen pixels better than from their coordinates.',
    ),
    {
      text: 'Faster waves tell less: the unseen error at scale 4 is above that at scale 0.5.',
      value: difference(unseen, nameOf(4), nameOf(0.5)),
      above: 0,
    },
    {
      text: 'A learned row for each pixel tells less of the unseen ones than the coordinates do: their error is larger.',
      value: difference(unseen, 'learned, a row for each pixel', 'coordinates'),
      above: 0,
    },
    {
      text: 'The kernel orders the scales by unseen error as training does: their rank correlation is above 0.5.',
      value: { rank: [end('predicted.test'), unseen], arms: waves },
      above: 0.5,
    },
    {
      text: 'At scale 0.5 the measured unseen error is within a fifth of the predicted one.',
      value: over(unseen, end('predicted.test'), nameOf(0.5)),
      above: 0.8,
      below: 1.2,
    },
  ],
  inPage: { arms: ['coordinates', nameOf(0.5), nameOf(4)], set: {} },
  toy: { picture: { side: 4 }, width: 8, steps: 2, evaluateEvery: 1 },
};
