/** The model and the length that the home page answers first. */
export const start = { model: 'gpt-oss-20b', length: 131_072 } as const;
