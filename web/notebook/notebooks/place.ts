/** The heading in an address: `#the-proof`, or `&at=the-proof` after the changes of the notebook. */
const alone = /^#(?!v=)([^=&]{1,200})$/;
const behind = /&at=([^&]{1,200})$/;

export function placeIn(hash: string): string | undefined {
  const found = (alone.exec(hash) ?? behind.exec(hash))?.[1];
  try {
    return found && decodeURIComponent(found);
  } catch {
    return undefined;
  }
}

/** The fragment without it. */
export const withoutPlace = (hash: string): string => hash.replace(behind, '').replace(alone, '');

export function withPlace(hash: string, place: string | undefined): string {
  const rest = withoutPlace(hash);
  if (place === undefined) return rest;
  return rest === '' ? `#${encodeURIComponent(place)}` : `${rest}&at=${encodeURIComponent(place)}`;
}
