/** Calls for the golden files of the rotary family beyond the plain row. */
const f64 = { dtype: 'f64' };

/** The cells of a golden file's grid in raster order, as rows of (y, x). */
const cells = ({ end_x: width, end_y: height }) =>
  Array.from({ length: height * width }, (_, n) => [Math.floor(n / width), n % width]);

/** Angles of every pair at every position, from frequencies (p, a), flat. */
const angles = (positions) => (frequencies) => {
  const axes = positions[0].length;
  const pairs = frequencies.length / axes;
  return positions.map((position) =>
    Array.from({ length: pairs }, (_, i) =>
      position.reduce((sum, coordinate, a) => sum + coordinate * frequencies[i * axes + a], 0),
    ),
  );
};

const mrope = ({ params, positions, expected }) => {
  const spec = {
    encoding: 'mrope',
    dim: params.dim,
    base: params.base,
    sections: params.mrope_section,
    form: params.interleaved ? 'interleaved' : 'chunked',
  };
  const axisOfPair = (facts) => facts.find(({ name }) => name === 'axisOfPair').values;
  return [
    ['table', [spec, positions, f64], (got) => got, positions.map((_, i) => [...expected.cos[i], ...expected.sin[i]])],
    ['facts', [spec], axisOfPair, expected.axis_of_pair],
  ];
};

/** A factor is the length that a pair (1, 0) has after its rotation. */
const factors = (name, side) => {
  const spec = { encoding: 'xpos', dim: 64 };
  const x = Array.from({ length: 64 }, (_, c) => (c % 2 === 0 ? 1 : 0));
  const lengths = (row) => Array.from({ length: 32 }, (_, i) => Math.hypot(row[2 * i], row[2 * i + 1]));
  return ({ positions, expected }) => [
    'rotate',
    [spec, positions.map(() => x), positions, { side }],
    (got) => got.map(lengths),
    expected[name],
  ];
};

const map = (spec, name, { params, expected }) => [
  'relativeMap',
  [spec, params.n, params.n],
  (got) => got,
  expected[name],
];

export const calls = {
  rope2d_axial_d16: ({ params, expected }) => [
    [
      'frequencies',
      [{ encoding: 'rope-2d-axial', dim: params.d, base: params.theta }],
      angles(cells(params)),
      expected.angles,
    ],
  ],
  rope2d_mixed: ({ params, expected }) => [
    [
      'frequencies',
      [{ encoding: 'rope-2d-mixed', dim: 2 * params.fx.length, fx: params.fx, fy: params.fy }],
      angles(cells(params)),
      expected.angles,
    ],
  ],
  mrope_qwen2vl: mrope,
  mrope_qwen3vl_interleaved: mrope,
  xpos_d64_b512: (golden) => [
    [
      'facts',
      [{ encoding: 'xpos', dim: 64 }],
      (facts) => facts.find(({ name }) => name === 'zeta').values,
      golden.expected.zeta,
    ],
    factors('q_scale', 'q')(golden),
    factors('k_scale', 'k')(golden),
  ],
  relmaps_20: (golden) => {
    const { params } = golden;
    return [
      map({ encoding: 'rerope', window: params.rerope_w }, 'rerope', golden),
      map({ encoding: 'leaky-rerope', window: params.leaky_w, factor: params.leaky_k }, 'leaky_rerope', golden),
      map({ encoding: 'self-extend', window: params.selfextend_W, group: params.selfextend_G }, 'self_extend', golden),
      map(
        { encoding: 'dual-chunk', chunkSize: params.dca_chunk_size, localSize: params.dca_local_size },
        'dual_chunk',
        golden,
      ),
    ];
  },
};
