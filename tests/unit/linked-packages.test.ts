import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-linked-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Lays out a project with a lock file that was never installed, and an `npm` that only reports that it was called. */
function layProject(): string {
  const project = path.join(folder, 'project');
  for (const part of ['project/build', 'programs', 'owner'])
    mkdirSync(path.join(folder, part), { recursive: true });
  cpSync(path.resolve('build/packages.mjs'), path.join(project, 'build/packages.mjs'));
  writeFileSync(path.join(project, 'package-lock.json'), '{}');
  const npm = `#!/bin/sh\necho called > '${path.join(folder, 'called')}'\n`;
  writeFileSync(path.join(folder, 'programs/npm'), npm, { mode: 0o755 });
  return project;
}

/** Asks for the packages, with only that npm on the PATH. */
function ensure(project: string) {
  const script = "import('./build/packages.mjs').then((packages) => packages.ensurePackages())";
  const env = { PATH: path.join(folder, 'programs') };
  return spawnSync(process.execPath, ['-e', script], { cwd: project, env, encoding: 'utf8' });
}

it.skipIf(process.platform === 'win32')(
  'packages that are linked from elsewhere are taken as they are: npm would empty the folder of their owner',
  () => {
    const project = layProject();
    symlinkSync(path.join(folder, 'owner'), path.join(project, 'node_modules'));
    expect(ensure(project).status).toBe(0);
    expect(existsSync(path.join(folder, 'called'))).toBe(false);
  },
);

it.skipIf(process.platform === 'win32')(
  'packages of one’s own are installed when the lock file is newer',
  () => {
    const project = layProject();
    mkdirSync(path.join(project, 'node_modules'));
    expect(ensure(project).status).toBe(0);
    expect(existsSync(path.join(folder, 'called'))).toBe(true);
  },
);
