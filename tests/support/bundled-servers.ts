import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { bundleOf, serverSources } from './server-process.ts';

const project = path.resolve(import.meta.dirname, '../..');

/** Lets each module find the files beside its source. */
const placeOfSource: Plugin = {
  name: 'place-of-source',
  enforce: 'pre',
  transform: (code, id) =>
    code.includes('import.meta.')
      ? code
          .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
};

/**
 * Puts the server's own modules into one file, with the packages beside it: finding and reading 500 modules is nearly half
 * of the work of starting a server, and a run starts a hundred.
 */
export async function bundleServers(folder: string): Promise<void> {
  const outDir = path.dirname(bundleOf(folder, 'main'));
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    plugins: [placeOfSource],
    build: {
      ssr: true,
      target: 'esnext',
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      rolldownOptions: { input: serverSources },
    },
  });
  symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
}
