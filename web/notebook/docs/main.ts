/** A page of docs/: its static text (web/tools/documents.mjs) needs no script. */
import '../style/docs.css';
import { embedMode } from '../embed-mode.js';
import { byId } from '../say.js';
import { pageMenus } from '../widgets/page-menus.js';
import { themeButton } from '../widgets/theme.js';

embedMode();
pageMenus();
byId('tools').append(themeButton());
document.documentElement.dataset['ready'] = 'true';
