import type { Plugin } from 'vite';

export function iconsByName(): Plugin;
