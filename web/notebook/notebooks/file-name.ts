/** The name of a file, without its ending, for what has this title. */
export const fileName = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '') // an ü is a u
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'notebook';
