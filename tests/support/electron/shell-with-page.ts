import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const built = join(import.meta.dirname, '../../../out');

/**
 * Copies the built main and preload (`npm run build` first), with a page of the test's own in place of the renderer.
 * Returns the folder, for `launchTill({ out })`; it is in the repository, where main finds its packages.
 */
export function shellWithPage(name: string, html: string): string {
  const out = join(built, name);
  rmSync(out, { recursive: true, force: true });
  for (const part of ['main', 'preload']) cpSync(join(built, part), join(out, part), { recursive: true });
  mkdirSync(join(out, 'renderer'));
  writeFileSync(join(out, 'renderer/index.html'), html);
  return out;
}
