/** The training workloads in jax-js: the forward pass in its usual style, `valueAndGrad`, AdamW, all in one `jit`. */
import { jit, nn, numpy as np, tree, valueAndGrad } from '@jax-js/jax';
import { classesOf, featuresOf, tensorsOf, weightsOf } from './training.mjs';

const linear = (x, weight, bias) => np.matmul(x, weight).add(bias);

function layerNorm(x, gain, bias) {
  const centred = x.ref.sub(np.mean(x, -1, { keepdims: true }));
  const variance = np.mean(np.square(centred.ref), -1, { keepdims: true });
  return centred
    .div(np.sqrt(variance.add(1e-5)))
    .mul(gain)
    .add(bias);
}

function attention(x, [weight, bias, outWeight, outBias], { samples, rows, dim, heads }) {
  const [q, k, v] = np
    .split(linear(x, weight, bias), 3, -1)
    .map((part) => part.reshape([samples, rows, heads, dim / heads]).transpose([0, 2, 1, 3]));
  const logits = np.matmul(q, k.transpose([0, 1, 3, 2])).mul(1 / Math.sqrt(dim / heads));
  const o = np.matmul(nn.softmax(logits, -1), v).transpose([0, 2, 1, 3]);
  return linear(o.reshape([samples, rows, dim]), outWeight, outBias);
}

const gelu = (x) => nn.gelu(x, { approximate: false });

function block(x, [position, ...tensors], workload) {
  const [up, upBias, down, downBias, gain1, bias1, gain2, bias2] = tensors.slice(4);
  const input = x.add(position);
  const n = layerNorm(attention(input.ref, tensors.slice(0, 4), workload).add(input), gain1, bias1);
  const y = linear(gelu(linear(n.ref, up, upBias)), down, downBias);
  return layerNorm((workload.mlpOutputActivation ? gelu(y) : y).add(n), gain2, bias2);
}

export function prepareTraining(workload) {
  const { samples, rows, inputs, outputs, dim, lastOnly, blocks } = workload;
  const tensorsOfBlock = 13;
  const labels = new Float32Array(classesOf(workload).length * outputs);
  classesOf(workload).forEach((label, i) => (labels[i * outputs + label] = 1));
  const x = np.array(featuresOf(workload)).reshape([samples, rows, inputs]);
  const wanted = np.array(labels).reshape([labels.length / outputs, outputs]);

  const loss = (w, features, target) => {
    let y = linear(features, w[0], w[1]);
    for (let b = 0; b < blocks; b++)
      y = block(y, w.slice(2 + tensorsOfBlock * b, 2 + tensorsOfBlock * (b + 1)), workload);
    if (lastOnly) y = y.slice([], rows - 1);
    const out = linear(y.reshape([labels.length / outputs, dim]), w.at(-2), w.at(-1));
    return nn
      .logSoftmax(out, -1)
      .mul(target)
      .sum()
      .mul(-outputs / labels.length);
  };
  const shapes = tensorsOf(workload).map(([name, r, c]) => (/bias|gain/.test(name) ? [c] : [r, c]));
  const rate = 1e-3;
  const update = jit((w, first, second, scale1, scale2, features, target) => {
    const [value, gradient] = valueAndGrad(loss)(tree.ref(w), features, target);
    const m = first.map((old, k) => old.mul(0.9).add(gradient[k].ref.mul(0.1)));
    const v = second.map((old, k) => old.mul(0.999).add(np.square(gradient[k]).mul(0.001)));
    const next = w.map((old, k) =>
      old.sub(m[k].ref.mul(scale1.ref.mul(rate)).div(np.sqrt(v[k].ref).mul(scale2.ref).add(1e-8))),
    );
    scale1.dispose();
    scale2.dispose();
    return [value, next, m, v];
  });
  let weights = weightsOf(workload).map((data, k) => np.array(data).reshape(shapes[k]));
  let first = shapes.map((shape) => np.zeros(shape));
  let second = shapes.map((shape) => np.zeros(shape));
  let steps = 0;
  return () => {
    steps++;
    const scales = [1 / (1 - 0.9 ** steps), 1 / Math.sqrt(1 - 0.999 ** steps)].map((s) => np.array([s]));
    let value;
    [value, weights, first, second] = update(weights, first, second, ...scales, x.ref, wanted.ref);
    return value.data();
  };
}
