import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  publicDir: here('../../../src/renderer/public'),
  cacheDir: '/tmp/gallery-vite',
  plugins: [react()],
  build: { outDir: '/tmp/gallery-dist', emptyOutDir: true },
});
