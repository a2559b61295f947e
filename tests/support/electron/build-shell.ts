import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'electron-vite';

const repository = join(import.meta.dirname, '../../..');

/**
 * Builds main and preload by the till's own configuration, with the test's page in place of the renderer. Returns the
 * folder, for `launchTill({ out })`; it is in the repository, where main finds its packages.
 */
export async function buildShell(name: string, html: string): Promise<string> {
  const out = join(repository, 'out', name);
  rmSync(out, { recursive: true, force: true });
  await build({
    configFile: join(import.meta.dirname, 'shell.vite.config.ts'),
    root: repository,
    logLevel: 'warn',
    ignoreConfigWarning: true,
    build: { outDir: out },
  });
  mkdirSync(join(out, 'renderer'), { recursive: true });
  writeFileSync(join(out, 'renderer/index.html'), html);
  return out;
}
