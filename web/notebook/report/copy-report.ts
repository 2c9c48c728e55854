/** Copies the link to the Report, and reports what it cannot contain. */
import type { ReadonlySignal } from '@preact/signals-core';
import { fitsLink } from '../state.js';
import { copyLink } from '../widgets/copy-link.js';
import type { ReportState } from './state.js';

export const copyReport = (state: ReadonlySignal<ReportState>): HTMLElement =>
  copyLink(undefined, {
    title() {
      const { config, spec } = state.value;
      if (spec !== undefined && !fitsLink(spec))
        return 'The numbers of your table are too many for a link; the link holds everything else.';
      return 'packed' in config && config.packed === undefined
        ? 'Your configuration is too long for a link; the link holds everything else.'
        : 'Everything on this page is in the link.';
    },
  });
