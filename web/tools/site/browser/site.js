/**
 * On every page of a site: fills the list of its versions, and says what a page cannot do that was opened from a disk. It stands
 * once for all versions, so those that are older than it have its present form. A classic script: modules do not load from a disk.
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
    // a disk shows the list of a folder's files where a server shows its first page
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
