/**
 * Runs on every page of the API reference after TypeDoc's script. Shows the page at once, and loads the lists of names
 * on demand: the search list when the search opens, and the navigation list when it is visible. On a narrow screen
 * that is when the menu opens.
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

  globalThis.app?.showPage(); // TypeDoc waits for the navigation
  const search = document.getElementById('tsd-search');
  const status = document.getElementById('tsd-search-status');
  const field = document.getElementById('tsd-search-input');
  when(
    search,
    'open',
    () => search.open,
    () => {
      // repeats the search for text typed before the index was loaded, which changes the status
      new MutationObserver((_, said) => {
        said.disconnect();
        field.dispatchEvent(new Event('input'));
      }).observe(status, { childList: true });
      load('tsd-search-script');
    },
  );
  const navigation = () => load('tsd-nav-script');
  const beside = matchMedia('(min-width: 770px)'); // TypeDoc's breakpoint
  if (beside.matches) navigation();
  else {
    beside.addEventListener('change', navigation, { once: true });
    const root = document.documentElement;
    when(root, 'class', () => root.classList.contains('has-menu'), navigation);
  }
}
