import type { Plugin } from 'vite';

export function bundled(root: string, apart: ReadonlySet<string>): Plugin;
export function bundledInWorker(): Plugin;
