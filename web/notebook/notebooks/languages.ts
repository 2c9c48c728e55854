/** Links to the translations of a notebook; the current language is text. */
import { type Content, fill, html } from '../kit/html.js';
import { byId } from '../say.js';

export function showLanguages(place: HTMLElement, name: string, others: readonly string[], now: string): void {
  const shown = others.includes(now) ? now : 'en';
  const own = (language: string): string =>
    new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const link = (language: string): Content =>
    html`<a
      href=${language === 'en' ? `?name=${name}` : `?name=${name}&lang=${language}`}
      lang=${language}
      hreflang=${language}
      aria-current=${language === shown ? 'true' : undefined}
      >${own(language)}</a
    >`;
  place.hidden = others.length === 0;
  byId('notebook').lang = shown;
  fill(place, ['en', ...others].map(link));
}
