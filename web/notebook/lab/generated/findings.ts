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
