/**
 * Accuracies from the logs of the public repository ljhearne/LSTNN_public (processed_data/ito_models), which belongs to
 * a later paper (Hearne et al., bioRxiv 10.1101/2025.10.29.685457) and not to Ito et al. (arXiv:2406.08272): [mean,
 * standard deviation] of 15 seeds at the end of 256,000 steps, d = 160, 4 blocks. `test` is one tenth of the generated
 * puzzles, `shifted` the 108 that people solved.
 */
export interface Published {
  readonly sigma: number;
  readonly test: readonly [mean: number, deviation: number];
  readonly shifted: readonly [mean: number, deviation: number];
}
export const publishedMeans: readonly Published[] = [
  { sigma: 0.1, test: [0.97, 0.04], shifted: [0.925, 0.083] },
  { sigma: 0.2, test: [0.986, 0.01], shifted: [0.956, 0.039] },
  { sigma: 0.4, test: [0.986, 0.01], shifted: [0.929, 0.048] },
  { sigma: 0.5, test: [0.986, 0.006], shifted: [0.946, 0.025] },
  { sigma: 1, test: [0.981, 0.007], shifted: [0.894, 0.043] },
  { sigma: 1.5, test: [0.916, 0.058], shifted: [0.616, 0.208] },
  { sigma: 2, test: [0.847, 0.071], shifted: [0.377, 0.171] },
];
export const publishedBudget = { steps: 256_000, batch: 128, dim: 160, blocks: 4, seeds: 15, shifted: 108 } as const;
/** Placeholder in a stored experiment for the published puzzles, which the package contains. */
export const published = '@published';
