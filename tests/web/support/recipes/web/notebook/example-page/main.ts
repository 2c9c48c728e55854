/** The recipe of a page. */
document.documentElement.dataset['ready'] = '';
