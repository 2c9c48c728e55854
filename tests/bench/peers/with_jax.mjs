/** jax-js with its WebAssembly backend, one thread; float32, its usual type. */
import { defaultDevice, init, numpy as np } from '@jax-js/jax';
import { inputsOf, tableOf } from './kernel_data.mjs';
import { installed, serve } from './serve.mjs';
import { prepareTraining } from './training_jax.mjs';

await init('wasm');
defaultDevice('wasm');

const array = (data, rows, cols) => np.array(Float32Array.from(data)).reshape([rows, cols]);
/** Arrays are counted by reference: every use but the last takes `.ref`. */
const square = (x) => np.matmul(x.ref, x.ref.transpose());

const tasks = {
  train: prepareTraining,
  gram(workload) {
    const table = array(tableOf(workload), workload.rows, workload.dim);
    return () => square(table).data();
  },
  ntk(workload) {
    const { dim, depth, weightStd, biasStd } = workload;
    const x = array(inputsOf(workload), workload.rows, dim);
    const w2 = weightStd ** 2;
    const b2 = biasStd ** 2;
    return () => {
      const dense = (k) => k.mul(w2).add(b2);
      let q = dense(np.square(x.ref).sum(1).div(dim));
      let k = dense(square(x).div(dim));
      let theta = k.ref;
      for (let layer = 0; layer < depth; layer++) {
        const norm = np.sqrt(q.ref.reshape([-1, 1]).mul(q.ref));
        const cosine = np.clip(k.div(norm.ref), -1, 1);
        const turn = np.arccos(cosine.ref).sub(Math.PI).mul(-1);
        const sine = np.sqrt(np.square(cosine.ref).mul(-1).add(1));
        const relu = norm.mul(sine.add(turn.ref.mul(cosine))).div(2 * Math.PI);
        k = dense(relu);
        theta = k.ref.add(theta.mul(turn).mul(w2 / (2 * Math.PI)));
        q = dense(q.div(2));
      }
      k.dispose();
      q.dispose();
      return theta.data();
    };
  },
};

await serve({ version: `jax-js ${installed('@jax-js/jax')}`, prepare: (workload) => tasks[workload.task](workload) });
