/** What the figures were measured on. */
import { readFileSync, readdirSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';

export const load = () => loadavg().map((value) => Math.round(value * 100) / 100);

function caches() {
  const dir = '/sys/devices/system/cpu/cpu0/cache';
  try {
    const read = (index, name) => readFileSync(`${dir}/${index}/${name}`, 'utf8').trim();
    return readdirSync(dir)
      .filter((index) => /^index\d+$/.test(index) && read(index, 'type') !== 'Instruction')
      .map((index) => `L${read(index, 'level')} ${read(index, 'size')}`);
  } catch {
    return [];
  }
}

export function machine() {
  const all = cpus();
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cpus: all.length,
    caches: caches(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: `${process.platform} ${release()}`,
  };
}
