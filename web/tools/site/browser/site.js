/**
 * Runs on every page of a site: fills the list of versions, and explains why a page from file: cannot compute. All
 * versions share this file, including older ones. It is a classic script, because modules do not load from file:.
 */
{
  const here = document.currentScript;
  const site = new URL('.', here.src).href;
  const { version } = here.dataset;
  const select = document.querySelector('select[data-versions]');

  const fill = async () => {
    const { newest, versions } = await (await fetch(`${site}versions.json`)).json();
    select.replaceChildren(
      ...versions.map((one) => new Option(one.version, one.version, false, one.version === version)),
    );
    select.disabled = versions.length < 2;
    select.addEventListener('change', () => {
      const page = location.pathname.split('/').at(-1) || 'index.html';
      const { pages } = versions.find((one) => one.version === select.value);
      const folder = select.value === newest ? site : `${site}v/${select.value}/`;
      location.href = folder + (pages.includes(page) ? page + location.search + location.hash : '');
    });
  };

  if (location.protocol === 'file:') {
    // for a folder, file: shows a list of files instead of index.html
    for (const link of document.querySelectorAll('a[href$="/"]'))
      if (link.protocol === 'file:') link.href += 'index.html';
    const fault = document.getElementById('fault');
    if (fault) {
      fault.textContent =
        'This page computes, and was opened from a disk. Browsers load modules and WebAssembly from a server only. ' +
        'Type in its folder: python3 -m http.server';
      fault.hidden = false;
    }
  } else if (select) addEventListener('load', () => fill().catch(() => undefined));
}
