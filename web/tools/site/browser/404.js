/**
 * The script of 404.html, which a host shows at any address. Finds the folder of the site and links to it, and to the
 * page of the requested name if the newest version has one.
 */
(async () => {
  const names = location.pathname.split('/').slice(0, -1);
  const folders = names.map((_, at) => `${names.slice(0, names.length - at).join('/')}/`);
  const known = document.documentElement.dataset.base;
  for (const folder of known ? [known] : folders) {
    const answer = await fetch(`${folder}versions.json`).catch(() => undefined);
    const list = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
    if (!list?.newest) continue;
    for (const link of document.querySelectorAll('a[data-to]')) link.href = folder + link.dataset.to;
    const { pages } = list.versions.find(({ version }) => version === list.newest);
    const asked = location.pathname.split('/').at(-1);
    const page = pages.find((one) => one === asked || one === `${asked}.html`);
    if (page) {
      const link = document.createElement('a');
      link.href = folder + page + location.search + location.hash;
      link.textContent = 'The newest version has a page of this name.';
      document.getElementById('instead').append(link);
    }
    document.querySelector('input').dataset.search = folder;
    const script = document.createElement('script');
    script.src = `${folder}search.js`;
    script.addEventListener('load', () => (document.querySelector('form').hidden = false));
    document.head.append(script);
    return;
  }
})();
