/** Buttons of the top bar: copy the link, theme. */
import { effect } from '@preact/signals-core';
import type { Context } from './context.js';
import { fitsLink } from '../state.js';
import { copyLink } from '../widgets/copy-link.js';
import { themeButton } from '../widgets/theme.js';

export function topTools(ctx: Context): DocumentFragment {
  const copy = copyLink();
  effect(() => {
    const chosen = ctx.state.value.config;
    const { spec } = ctx.state.value;
    copy.title =
      spec !== undefined && !fitsLink(spec)
        ? 'The numbers of your table are too many for a link; the link holds everything else.'
        : 'packed' in chosen && chosen.packed === undefined
          ? 'Your configuration is too long for a link; the link holds everything else.'
          : 'Everything on this page is in the link.';
  });
  const fragment = document.createDocumentFragment();
  fragment.append(copy, themeButton());
  return fragment;
}
