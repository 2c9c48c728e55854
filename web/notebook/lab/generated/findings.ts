/** Written by web/tools/lab.mjs from tests/bench/results/lab.json. Do not edit. */
export const lede =
  'At the end of the recorded runs of 6,000 steps, the share of shifted puzzles right is 0.952 (0.624 to 0.983) for σ = 0.4 and 0.611 (0.478 to 0.906) for σ = 2 (median, least to most). With the same seed, σ = 0.4 has the larger share of the shifted puzzles right in 9 of 10 pairs with σ = 2; the difference is 0.330 (−0.019 to 0.506).';

/** By experiment. */
export const findings: Readonly<Record<string, string>> = {
  'latin-square-none':
    'At the end of 6,000 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 0.356 for shifted, 0.417 for test and 0.439 for train. So few runs allow no conclusion.',
  'latin-square-oracle':
    'At the end of 6,000 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 0.959 for shifted, 0.988 for test and 0.995 for train. CKA of block 1 is 1.000. So few runs allow no conclusion.',
  'latin-square-published-sigma-0.4':
    'At the end of 6,000 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 0.896 for shifted, 0.967 for test and 0.998 for train. CKA of block 1 is 0.901. So few runs allow no conclusion.',
  'latin-square-published-sigma-2':
    'At the end of 6,000 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 0.415 for shifted, 0.859 for test and 0.992 for train. CKA of block 1 is 0.185. So few runs allow no conclusion.',
  'latin-square-sigma-0.1':
    'At the end of 6,000 steps (mean of the last 5 evaluations), the share of right answers in 2 recorded runs (median, least to most) is 0.772 (0.667 to 0.878) for shifted, 0.925 (0.886 to 0.964) for test and 0.982 (0.973 to 0.990) for train. CKA of block 1 is 0.703 (0.653 to 0.753). So few runs allow no conclusion.',
  'latin-square-sigma-0.4':
    'At the end of 6,000 steps (mean of the last 5 evaluations), the share of right answers in 10 recorded runs (median, least to most) is 0.952 (0.624 to 0.983) for shifted, 0.983 (0.861 to 0.994) for test and 0.992 (0.984 to 0.997) for train. CKA of block 1 is 0.796 (0.530 to 0.966).',
  'latin-square-sigma-1':
    'At the end of 6,000 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 0.928 for shifted, 0.981 for test and 0.991 for train. CKA of block 1 is 0.458. So few runs allow no conclusion.',
  'latin-square-sigma-2':
    'At the end of 6,000 steps (mean of the last 5 evaluations), the share of right answers in 10 recorded runs (median, least to most) is 0.611 (0.478 to 0.906) for shifted, 0.886 (0.838 to 0.971) for test and 0.979 (0.971 to 0.991) for train. CKA of block 1 is 0.051 (−0.092 to 0.307). With the same seed, σ = 0.4 has the larger share of the shifted puzzles right in 9 of 10 pairs with σ = 2; the difference is 0.330 (−0.019 to 0.506). With the same seed, σ = 0.4 has the larger CKA of block 1 in 10 of 10 pairs with σ = 2; the difference is 0.679 (0.438 to 0.980).',
  'latin-square-sinusoidal-1d':
    'At the end of 6,000 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 0.422 for shifted, 0.691 for test and 0.966 for train. CKA of block 1 is 0.367. So few runs allow no conclusion.',
  'latin-square-sinusoidal-2d':
    'At the end of 6,000 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 0.591 for shifted, 0.836 for test and 0.961 for train. CKA of block 1 is 0.605. So few runs allow no conclusion.',
  'modular-network-none':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the error in one recorded run is 0.991 for mostly-masked, 0.983 for half-masked and 1.007 for train. So few runs allow no conclusion.',
  'modular-network-sigma-0.1':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the error in one recorded run is 0.973 for mostly-masked, 0.896 for half-masked and 0.903 for train. RSA of block 1 is 0.521. So few runs allow no conclusion.',
  'modular-network-sigma-0.5':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the error in one recorded run is 0.947 for mostly-masked, 0.758 for half-masked and 0.764 for train. RSA of block 1 is 0.391. So few runs allow no conclusion.',
  'modular-network-sigma-2':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the error in one recorded run is 0.959 for mostly-masked, 0.796 for half-masked and 0.802 for train. RSA of block 1 is 0.053. So few runs allow no conclusion.',
  'modular-static-none':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the error in one recorded run is 0.999 for mostly-masked, 0.980 for half-masked and 0.951 for train. So few runs allow no conclusion.',
  'modular-static-sigma-0.1':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the error in one recorded run is 0.949 for mostly-masked, 0.762 for half-masked and 0.753 for train. RSA of block 1 is 0.572. So few runs allow no conclusion.',
  'modular-static-sigma-0.5':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the error in one recorded run is 0.927 for mostly-masked, 0.700 for half-masked and 0.691 for train. RSA of block 1 is 0.281. So few runs allow no conclusion.',
  'modular-static-sigma-2':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the error in one recorded run is 0.942 for mostly-masked, 0.729 for half-masked and 0.717 for train. RSA of block 1 is 0.063. So few runs allow no conclusion.',
  'sequences-back-rope':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 1.000 for longer, 1.000 for test and 1.000 for train. So few runs allow no conclusion.',
  'sequences-back-sinusoidal':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 0.734 for longer, 1.000 for test and 1.000 for train. So few runs allow no conclusion.',
  'sequences-slot-rope':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 0.906 for longer, 0.989 for test and 0.979 for train. So few runs allow no conclusion.',
  'sequences-slot-sinusoidal':
    'At the end of 1,500 steps (mean of the last 5 evaluations), the share of right answers in one recorded run is 1.000 for longer, 1.000 for test and 1.000 for train. So few runs allow no conclusion.',
};

type Curves = readonly (readonly number[])[];
/** Of the recorded runs in the first sentences, by seed: at each step the share of shifted puzzles right, and CKA of block 1. */
export const curves: {
  readonly step: readonly number[];
  readonly runs: readonly { readonly title: string; readonly shifted: Curves; readonly cka: Curves }[];
} = {
  step: [0, 250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2250, 2500, 2750, 3000, 3250, 3500, 3750, 4000, 4250, 4500, 4750, 5000, 5250, 5500, 5750, 6000],
  runs: [
    {
      title: 'σ = 0.4',
      shifted: [
        [0.222, 0.259, 0.361, 0.5, 0.778, 0.87, 0.843, 0.889, 0.898, 0.907, 0.954, 0.935, 0.944, 0.963, 0.935, 0.981, 0.972, 0.972, 0.972, 0.981, 0.991, 0.981, 0.981, 0.972, 0.991],
        [0.241, 0.315, 0.25, 0.361, 0.509, 0.75, 0.769, 0.815, 0.815, 0.833, 0.787, 0.87, 0.861, 0.833, 0.852, 0.898, 0.852, 0.917, 0.88, 0.907, 0.926, 0.944, 0.926, 0.954, 0.926],
        [0.25, 0.259, 0.324, 0.306, 0.583, 0.824, 0.861, 0.87, 0.87, 0.907, 0.926, 0.907, 0.935, 0.917, 0.935, 0.935, 0.963, 0.935, 0.935, 0.917, 0.935, 0.963, 0.954, 0.935, 0.981],
        [0.296, 0.222, 0.259, 0.361, 0.37, 0.407, 0.444, 0.435, 0.509, 0.454, 0.519, 0.519, 0.537, 0.565, 0.583, 0.546, 0.602, 0.593, 0.593, 0.574, 0.611, 0.583, 0.63, 0.62, 0.676],
        [0.259, 0.222, 0.454, 0.583, 0.62, 0.731, 0.769, 0.806, 0.843, 0.88, 0.944, 0.926, 0.898, 0.944, 0.954, 0.944, 0.917, 0.917, 0.944, 0.954, 0.917, 0.954, 0.954, 0.944, 0.972],
        [0.25, 0.194, 0.333, 0.37, 0.565, 0.63, 0.694, 0.759, 0.75, 0.824, 0.769, 0.87, 0.852, 0.88, 0.87, 0.861, 0.852, 0.824, 0.907, 0.88, 0.907, 0.926, 0.88, 0.917, 0.907],
        [0.315, 0.194, 0.269, 0.491, 0.722, 0.815, 0.861, 0.944, 0.935, 0.935, 0.944, 0.981, 0.944, 0.963, 0.954, 0.972, 0.972, 0.963, 0.972, 0.981, 0.981, 1, 0.981, 0.991, 0.963],
        [0.213, 0.213, 0.315, 0.324, 0.454, 0.546, 0.722, 0.769, 0.731, 0.843, 0.852, 0.852, 0.88, 0.889, 0.935, 0.944, 0.907, 0.907, 0.944, 0.926, 0.981, 0.926, 0.972, 0.917, 0.972],
        [0.25, 0.278, 0.213, 0.315, 0.602, 0.694, 0.796, 0.88, 0.796, 0.898, 0.843, 0.907, 0.926, 0.954, 0.991, 0.954, 0.991, 0.963, 0.917, 0.991, 0.954, 0.972, 0.972, 0.991, 0.972],
        [0.306, 0.259, 0.204, 0.389, 0.815, 0.926, 0.926, 0.926, 0.917, 0.963, 0.935, 0.954, 0.954, 0.935, 0.935, 0.963, 0.963, 0.963, 0.944, 0.963, 0.954, 0.963, 0.944, 0.935, 0.954],
      ],
      cka: [
        [0.21, 0.202, 0.255, 0.382, 0.499, 0.581, 0.643, 0.686, 0.726, 0.768, 0.794, 0.814, 0.84, 0.869, 0.881, 0.906, 0.912, 0.934, 0.933, 0.947, 0.948, 0.967, 0.967, 0.968, 0.977],
        [0.043, 0.041, 0.042, 0.086, 0.159, 0.233, 0.291, 0.324, 0.365, 0.392, 0.427, 0.464, 0.497, 0.517, 0.55, 0.58, 0.613, 0.639, 0.665, 0.681, 0.702, 0.728, 0.748, 0.766, 0.784],
        [-0.018, -0.029, -0.051, 0.027, 0.231, 0.349, 0.382, 0.421, 0.449, 0.481, 0.499, 0.525, 0.535, 0.556, 0.568, 0.589, 0.611, 0.623, 0.638, 0.666, 0.677, 0.691, 0.707, 0.708, 0.722],
        [0.078, 0.05, 0.054, 0.095, 0.145, 0.196, 0.255, 0.299, 0.333, 0.366, 0.393, 0.423, 0.444, 0.463, 0.476, 0.494, 0.505, 0.522, 0.533, 0.54, 0.557, 0.568, 0.58, 0.595, 0.605],
        [0.058, 0.054, 0.135, 0.22, 0.279, 0.329, 0.382, 0.424, 0.47, 0.492, 0.537, 0.578, 0.604, 0.643, 0.674, 0.704, 0.725, 0.755, 0.778, 0.804, 0.823, 0.838, 0.856, 0.867, 0.883],
        [-0.04, -0.079, -0.068, -0.014, 0.054, 0.098, 0.129, 0.167, 0.186, 0.209, 0.23, 0.261, 0.299, 0.323, 0.346, 0.369, 0.399, 0.424, 0.449, 0.457, 0.492, 0.509, 0.537, 0.544, 0.568],
        [0.001, -0.032, -0.028, 0.075, 0.195, 0.264, 0.315, 0.35, 0.389, 0.41, 0.433, 0.452, 0.485, 0.5, 0.527, 0.547, 0.551, 0.596, 0.602, 0.609, 0.664, 0.68, 0.703, 0.707, 0.711],
        [-0.072, -0.075, -0.06, 0.004, 0.129, 0.258, 0.338, 0.408, 0.47, 0.524, 0.574, 0.617, 0.673, 0.683, 0.733, 0.754, 0.78, 0.801, 0.826, 0.842, 0.867, 0.872, 0.889, 0.896, 0.916],
        [0.289, 0.304, 0.304, 0.36, 0.54, 0.653, 0.7, 0.734, 0.76, 0.789, 0.815, 0.833, 0.849, 0.881, 0.896, 0.908, 0.92, 0.922, 0.938, 0.941, 0.954, 0.964, 0.965, 0.967, 0.969],
        [-0.091, -0.097, -0.043, -0.002, 0.255, 0.34, 0.389, 0.425, 0.487, 0.503, 0.593, 0.602, 0.649, 0.659, 0.67, 0.713, 0.735, 0.774, 0.792, 0.818, 0.821, 0.838, 0.851, 0.86, 0.863],
      ],
    },
    {
      title: 'σ = 2',
      shifted: [
        [0.241, 0.241, 0.222, 0.231, 0.278, 0.417, 0.389, 0.444, 0.463, 0.481, 0.537, 0.537, 0.546, 0.546, 0.556, 0.574, 0.583, 0.546, 0.537, 0.583, 0.546, 0.556, 0.556, 0.611, 0.63],
        [0.25, 0.222, 0.194, 0.25, 0.296, 0.333, 0.361, 0.398, 0.435, 0.454, 0.444, 0.528, 0.491, 0.472, 0.5, 0.546, 0.546, 0.537, 0.583, 0.657, 0.685, 0.648, 0.593, 0.676, 0.63],
        [0.25, 0.241, 0.213, 0.185, 0.324, 0.333, 0.435, 0.426, 0.491, 0.5, 0.528, 0.537, 0.556, 0.565, 0.565, 0.648, 0.63, 0.611, 0.648, 0.657, 0.639, 0.639, 0.667, 0.694, 0.62],
        [0.241, 0.25, 0.222, 0.231, 0.296, 0.37, 0.333, 0.426, 0.435, 0.463, 0.491, 0.481, 0.426, 0.481, 0.491, 0.472, 0.556, 0.528, 0.574, 0.528, 0.639, 0.593, 0.63, 0.676, 0.676],
        [0.25, 0.222, 0.157, 0.333, 0.324, 0.444, 0.556, 0.639, 0.722, 0.787, 0.861, 0.87, 0.898, 0.87, 0.898, 0.907, 0.889, 0.917, 0.926, 0.898, 0.926, 0.889, 0.926, 0.917, 0.87],
        [0.176, 0.25, 0.185, 0.185, 0.259, 0.306, 0.296, 0.352, 0.398, 0.407, 0.463, 0.472, 0.491, 0.491, 0.472, 0.509, 0.519, 0.481, 0.519, 0.546, 0.528, 0.481, 0.574, 0.583, 0.583],
        [0.269, 0.25, 0.213, 0.185, 0.194, 0.241, 0.296, 0.306, 0.333, 0.398, 0.426, 0.398, 0.454, 0.398, 0.454, 0.472, 0.491, 0.491, 0.454, 0.454, 0.491, 0.463, 0.491, 0.463, 0.481],
        [0.25, 0.269, 0.176, 0.25, 0.426, 0.556, 0.694, 0.704, 0.685, 0.741, 0.778, 0.843, 0.806, 0.861, 0.833, 0.796, 0.833, 0.88, 0.843, 0.889, 0.87, 0.917, 0.843, 0.852, 0.898],
        [0.25, 0.241, 0.241, 0.194, 0.25, 0.352, 0.398, 0.38, 0.398, 0.435, 0.454, 0.472, 0.454, 0.528, 0.546, 0.537, 0.565, 0.583, 0.565, 0.583, 0.565, 0.509, 0.583, 0.574, 0.574],
        [0.269, 0.241, 0.241, 0.231, 0.37, 0.38, 0.463, 0.519, 0.472, 0.463, 0.481, 0.509, 0.481, 0.491, 0.481, 0.5, 0.5, 0.537, 0.491, 0.5, 0.417, 0.5, 0.528, 0.5, 0.528],
      ],
      cka: [
        [0.21, 0.209, 0.202, 0.201, 0.201, 0.202, 0.201, 0.204, 0.204, 0.205, 0.207, 0.207, 0.208, 0.209, 0.21, 0.213, 0.213, 0.216, 0.215, 0.217, 0.217, 0.217, 0.223, 0.221, 0.223],
        [0.043, 0.044, 0.042, 0.033, 0.032, 0.031, 0.033, 0.033, 0.032, 0.032, 0.033, 0.032, 0.035, 0.036, 0.038, 0.042, 0.041, 0.041, 0.043, 0.044, 0.044, 0.044, 0.043, 0.041, 0.045],
        [-0.018, -0.018, -0.022, -0.023, -0.021, -0.019, -0.014, -0.008, -0.005, 0, 0.005, 0.007, 0.012, 0.016, 0.021, 0.027, 0.03, 0.038, 0.04, 0.046, 0.05, 0.053, 0.059, 0.067, 0.069],
        [0.078, 0.077, 0.073, 0.074, 0.081, 0.085, 0.086, 0.089, 0.089, 0.09, 0.09, 0.092, 0.094, 0.096, 0.101, 0.102, 0.108, 0.112, 0.117, 0.123, 0.129, 0.135, 0.144, 0.149, 0.158],
        [0.058, 0.059, 0.058, 0.051, 0.056, 0.061, 0.065, 0.071, 0.076, 0.078, 0.079, 0.081, 0.082, 0.086, 0.089, 0.093, 0.1, 0.107, 0.111, 0.12, 0.13, 0.14, 0.15, 0.162, 0.178],
        [-0.04, -0.04, -0.043, -0.046, -0.04, -0.036, -0.035, -0.034, -0.031, -0.029, -0.028, -0.024, -0.022, -0.021, -0.016, -0.014, -0.012, -0.006, -0.003, 0, 0.002, 0.012, 0.015, 0.023, 0.025],
        [0.001, 0.001, 0, 0.001, -0.004, -0.005, -0.004, 0, 0.002, 0.007, 0.01, 0.014, 0.017, 0.019, 0.019, 0.019, 0.023, 0.027, 0.028, 0.031, 0.031, 0.037, 0.042, 0.044, 0.047],
        [-0.072, -0.072, -0.076, -0.082, -0.085, -0.088, -0.088, -0.088, -0.089, -0.09, -0.091, -0.091, -0.092, -0.094, -0.092, -0.094, -0.092, -0.093, -0.093, -0.094, -0.091, -0.093, -0.096, -0.092, -0.089],
        [0.289, 0.29, 0.289, 0.285, 0.281, 0.281, 0.283, 0.281, 0.282, 0.282, 0.283, 0.284, 0.286, 0.287, 0.287, 0.287, 0.292, 0.295, 0.297, 0.299, 0.302, 0.303, 0.308, 0.309, 0.311],
        [-0.091, -0.09, -0.092, -0.09, -0.078, -0.072, -0.067, -0.062, -0.057, -0.053, -0.051, -0.046, -0.045, -0.043, -0.04, -0.037, -0.031, -0.028, -0.024, -0.018, -0.013, -0.01, -0.004, 0, 0.005],
      ],
    },
  ],
};
