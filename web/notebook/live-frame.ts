/** What stands around every page (frame.ts), as it answers the reader: its menus, its links, and its tools. */
import { embedMode } from './embed-mode.js';
import { byId } from './say.js';
import { embedPageButton } from './widgets/embed-page.js';
import { pageMenus } from './widgets/page-menus.js';
import { sectionLinks } from './widgets/section-links.js';
import { themeButton } from './widgets/theme.js';

/** Called before all else. @param tools in front of the one that changes the theme */
export function liveFrame(...tools: readonly Node[]): void {
  embedMode();
  pageMenus();
  sectionLinks();
  embedPageButton();
  byId('tools').append(...tools, themeButton());
}
