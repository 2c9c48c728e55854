/** Describes the size of the keys and values of a context. */
import type { ExtensionAdvice } from '../types/advice.js';

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
export const grouped = (count: number): string => count.toLocaleString('en');

function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) [size, unit] = [size / 1024, unit + 1];
  return `${Number(size.toPrecision(3))} ${units[unit]}`;
}

/** Undefined if the file does not determine it. */
export function cacheText({ keyValueCache, contextLength }: ExtensionAdvice): string | undefined {
  if (!keyValueCache) return undefined;
  const kinds = keyValueCache.layers.map(
    ({ layers, tokens, numbersPerToken }) =>
      `${layers} layers × ${grouped(tokens)} tokens × ${grouped(numbersPerToken)} numbers`,
  );
  return `Keys and values of ${grouped(contextLength)} tokens take ${sizeText(keyValueCache.bytes)} in 16 bits: ${kinds.join(', and ')}.`;
}
