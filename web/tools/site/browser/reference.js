/**
 * On every page of the API reference, behind TypeDoc's script: shows the page at once, and loads the lists of all its names when
 * they are wanted. That of the search is wanted when the search opens, that of the navigation where it is seen: beside the page,
 * or on a phone in the menu.
 */
{
  const load = (id) => {
    const script = document.getElementById(id);
    if (script && !script.src) script.src = script.dataset.src;
  };
  const when = (element, attribute, holds, act) => {
    const look = () => {
      if (!holds()) return;
      changes.disconnect();
      act();
    };
    const changes = new MutationObserver(look);
    changes.observe(element, { attributeFilter: [attribute] });
  };

  globalThis.app?.showPage(); // which TypeDoc does when the navigation has come
  const search = document.getElementById('tsd-search');
  const status = document.getElementById('tsd-search-status');
  const field = document.getElementById('tsd-search-input');
  when(
    search,
    'open',
    () => search.open,
    () => {
      // what was typed meanwhile is looked for when the status says no more that the index is on its way
      new MutationObserver((_, said) => {
        said.disconnect();
        field.dispatchEvent(new Event('input'));
      }).observe(status, { childList: true });
      load('tsd-search-script');
    },
  );
  const navigation = () => load('tsd-nav-script');
  const beside = matchMedia('(min-width: 770px)'); // as in TypeDoc's style
  if (beside.matches) navigation();
  else {
    beside.addEventListener('change', navigation, { once: true });
    const root = document.documentElement;
    when(root, 'class', () => root.classList.contains('has-menu'), navigation);
  }
}
