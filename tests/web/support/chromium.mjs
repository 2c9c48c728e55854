/** The system's Chromium, which brings a Vulkan driver. */
import { existsSync, realpathSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { names, which } from '../../../web/tools/chromium.mjs';

/** The folder with the programs of an installed Chromium. */
export function chromiumFolder() {
  const holds = (folder) => existsSync(join(folder, 'vk_swiftshader_icd.json'));
  for (const path of [process.env.POSENC_CHROMIUM, ...names.map(which)]) {
    if (!path || !existsSync(path)) continue;
    const program = realpathSync(path);
    if (holds(dirname(program))) return dirname(program);
    // a script that starts it: its words include the folder
    for (const [path] of readFileSync(program, 'latin1')
      .slice(0, 20_000)
      .matchAll(/\/[\w./-]+/g))
      for (const folder of [path, dirname(path)]) if (holds(folder)) return folder;
  }
  return ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'].find(holds);
}
