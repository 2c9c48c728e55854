/** Saves files. */
export function saveFile(content: string | Uint8Array | Blob, name: string, type = ''): void {
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart], { type });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser needs the URL until it has begun to write.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param replace the replacer of JSON.stringify */
export const saveJson = (value: unknown, name: string, replace?: (key: string, value: unknown) => unknown): void =>
  saveFile(`${JSON.stringify(value, replace, 2)}\n`, `${name}.json`, 'application/json');
