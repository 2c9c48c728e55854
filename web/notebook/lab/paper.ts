import published from './published.json';

/**
 * Accuracies of Ito et al. (arXiv:2406.08272), from the logs of the public repository ljhearne/LSTNN_public
 * (processed_data/ito_models): mean and standard deviation of 15 seeds at the end of 256,000 steps, d = 160, 4 blocks.
 * `test` is one puzzle in ten of the generated ones, `shifted` the 108 that people solved. The tables of docs/lab.md have
 * their means from the same file.
 */
export const publishedMeans = published.learned;
export const publishedBudget = { steps: 256_000, batch: 128, dim: 160, blocks: 4, seeds: 15, shifted: 108 } as const;
/** Of the puzzles that are drawn here, counted in tests/train/tasks_test.cpp. */
export const givens = 'In our shifted puzzles 8.5 symbols are given on average, in those of the training 6.4.';
