/** Calls for the golden files of graphs, planes and spheres. */
const f64 = { dtype: 'f64' };
const spectrum = (graph, nodes, expected) => [
  'facts',
  [{ encoding: 'laplacian', graph, nodes }],
  (facts) => facts.find((fact) => fact.name === 'spectrum').values,
  expected,
];

export const calls = {
  laplacian_pe_eigs: ({ params, expected }) => [
    spectrum('path', params.path, expected.path6),
    spectrum('cycle', params.cycle, expected.cycle6),
  ],
  rwpe_lollipop: ({ params, inputs, expected }) => {
    const edges = inputs.adjacency.flatMap((row, i) => row.flatMap((joined, j) => (joined && j < i ? [i, j] : [])));
    const nodes = inputs.adjacency.length;
    return [
      ['table', [{ encoding: 'random-walk', nodes, steps: params.k, edges }, nodes, f64], (got) => got, expected],
    ];
  },
  space2vec_theory: ({ params, inputs, expected }) => [
    [
      'table',
      [
        { encoding: 'space2vec', scales: params.S, lambdaMin: params.lambda_min, lambdaMax: params.lambda_max },
        inputs,
        f64,
      ],
      (got) => got,
      expected,
    ],
  ],
};
