/** The interactive parts of the frame (frame.ts): menus, links and tools. */
import { embedMode } from './embed-mode.js';
import { byId } from './say.js';
import { embedPageButton } from './widgets/embed-page.js';
import { pageMenus } from './widgets/page-menus.js';
import { sectionLinks } from './widgets/section-links.js';
import { themeButton } from './widgets/theme.js';

/** Must be called first. @param tools placed before the theme button */
export function liveFrame(...tools: readonly Node[]): void {
  embedMode();
  pageMenus();
  sectionLinks();
  embedPageButton();
  byId('tools').append(...tools, themeButton());
}
