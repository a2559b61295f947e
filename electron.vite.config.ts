import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/**
 * Pages are deep addresses (/pos/12/payment): what they load must not be looked for beside them. A plugin of its own,
 * since electron-vite sets a relative base after the configuration has been read.
 */
const loadFromRoot = { name: 'load-from-root', enforce: 'post' as const, config: () => ({ base: '/' }) };

export default defineConfig({
  main: { build: { rollupOptions: { input: 'src/main/index.ts' } } },
  preload: {
    // One CommonJS file: a sandboxed preload may require nothing but electron.
    build: {
      externalizeDeps: false,
      rollupOptions: {
        input: 'src/preload/index.ts',
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), loadFromRoot],
    build: { minify: true, rollupOptions: { input: 'src/renderer/index.html' } },
  },
});
