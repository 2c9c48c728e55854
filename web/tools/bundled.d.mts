import type { Plugin } from 'vite';

export function bundledApart(ids: readonly string[]): void;
export function bundled(root: string): Plugin;
export function bundledInWorker(): Plugin;
