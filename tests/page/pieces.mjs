/**
 * A page whose file arrives in pieces, as over a slow network: each piece is a part of the page, and arrives after the
 * previous ones were painted. Later pieces must not move painted content. The speed of the machine does not matter.
 */
const most = 14;

export function cut(html) {
  const parts = html.split(/(?=<(?:main|nav|article|section|footer|h1|form)\b)/);
  return parts.length > most ? [...parts.slice(0, most - 1), parts.slice(most - 1).join('')] : parts;
}

/** Holds the responses; `next` writes a piece, and returns whether there are more. */
export class Held {
  #waiting = [];
  #response;

  answer(response, html) {
    this.#response = response;
    this.#waiting = cut(html);
    this.next();
  }
  next() {
    this.#response.write(this.#waiting.shift());
    if (this.#waiting.length === 0) this.#response.end();
    return this.#waiting.length > 0;
  }
}

/** Opens a page and takes its pieces; returns their number. */
export async function takePieces(page, url, held) {
  await page.goto(url, { waitUntil: 'commit' });
  let taken = 1;
  for (let more = true; more; taken++) {
    await painted(page);
    more = held.next();
  }
  await page.waitForLoadState('load');
  await painted(page);
  return taken;
}

export const painted = (page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  });
