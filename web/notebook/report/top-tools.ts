/** Buttons of the top bar: copy the link, start over, theme. */
import { effect } from '@preact/signals-core';
import type { Context } from './context.js';
import { say } from '../say.js';
import { fitsLink } from '../state.js';
import { copyLink } from '../widgets/copy-link.js';
import { h } from '../kit/dom.js';
import { themeButton } from '../widgets/theme.js';

export function topTools(ctx: Context): DocumentFragment {
  const copy = copyLink();
  const reset = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        ctx.reset();
        say('Everything is as at the start.');
      },
    },
    'Reset',
  );
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
  fragment.append(copy, reset, themeButton());
  return fragment;
}
