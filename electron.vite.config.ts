import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { apiDocsFiles } from './build/api-docs.mjs';
import { compressFiles } from './build/compress.mjs';
import { iconsByName } from './build/icons.mjs';

/**
 * Pages have deep addresses (/pos/12/payment), so their assets must not be relative. A plugin, since electron-vite sets a
 * relative base after the configuration has been read.
 */
const loadFromRoot = { name: 'load-from-root', enforce: 'post' as const, config: () => ({ base: '/' }) };

/** Replaces the table of channels in the preload with the channel names, computed during the build. */
const channelNames = {
  name: 'channel-names',
  async load(id: string) {
    if (!id.endsWith('/src/bridge/channel-names.ts')) return null;
    const names = (await import(pathToFileURL(id).href)) as Record<string, unknown>;
    return Object.entries(names)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
  },
};

/** Builds the public keys of the shop's releases into the till, which takes none without: docs/decisions/till-updates.md. */
const releaseKeys = {
  name: 'release-keys',
  apply: 'build' as const,
  generateBundle(this: { emitFile: (file: object) => void }) {
    const file = process.env.TINDAHAN_RELEASE_KEYS ?? 'resources/release-keys.txt';
    if (!existsSync(file)) return;
    const built_at = Math.floor(Date.now() / 1000);
    const source = JSON.stringify({ keys: readFileSync(file, 'utf8'), built_at });
    this.emitFile({ type: 'asset', fileName: 'release-keys.json', source });
  },
};

/** The licences of what a bundle contains; packages that stay outside of it bring their own files. */
const license = { fileName: 'licences.md' };

/** Compresses the written screens for the server. */
const compressed = {
  name: 'compressed',
  apply: 'build' as const,
  async writeBundle({ dir }: { dir?: string }) {
    if (dir) await compressFiles(dir);
  },
};

/** Puts the API's reference page beside the screens: docs/decisions/reference-page.md. */
const apiDocs = {
  name: 'api-docs',
  apply: 'build' as const,
  generateBundle(this: { emitFile: (file: object) => void }) {
    for (const [fileName, source] of Object.entries(apiDocsFiles()))
      this.emitFile({ type: 'asset', fileName, source });
  },
};

/** The scripts of the sign-in page, and of what most pages share: docs/decisions/few-scripts.md. */
const codeSplitting = {
  groups: [
    {
      name: 'react',
      test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
      atFirst: true,
    },
    {
      name: 'fluent',
      test: /node_modules[\\/](@fluentui|@griffel|@floating-ui|tabster|keyborg)[\\/]/,
      atFirst: true,
    },
    { name: 'contract', test: /node_modules[\\/]zod[\\/]|src[\\/](contract|domain)[\\/]/, atFirst: true },
    { name: 'start', atFirst: true },
    // Loaded at the start, too, which does not wait for it.
    { name: 'frame', test: /[\\/](scan-listener|signed-in)\.tsx$/ },
    { name: 'shared', minShareCount: 24 },
    { name: 'icons', test: /[\\/]react-icons[\\/]/, minShareCount: 2 },
  ].map(({ atFirst, ...group }, place, { length }) => ({
    ...group,
    priority: length - place,
    ...(atFirst && { tags: ['$initial' as const] }),
  })),
};

export default defineConfig({
  main: {
    plugins: [releaseKeys],
    build: {
      license,
      rollupOptions: {
        input: { index: 'src/main/start.ts' },
        // Beside the first one: each finds the screens from its own folder.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [channelNames],
    // One CommonJS file: a sandboxed preload may only require electron.
    build: {
      externalizeDeps: false,
      license,
      rollupOptions: {
        input: 'src/preload/index.ts',
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [iconsByName(), react(), loadFromRoot, apiDocs, compressed],
    resolve: {
      // Griffel writes each rule twice, for languages from right to left, too; the screens have none.
      alias: { 'rtl-css-js/core': path.resolve('build/left-to-right.mjs') },
    },
    build: {
      license,
      minify: true,
      rollupOptions: { input: 'src/renderer/index.html', output: { codeSplitting } },
    },
  },
});
