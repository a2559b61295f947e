import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

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
    // Pages are deep addresses (/pos/12/payment): what they load must not be looked for beside them.
    base: '/',
    plugins: [react()],
    build: { minify: true, rollupOptions: { input: 'src/renderer/index.html' } },
  },
});
