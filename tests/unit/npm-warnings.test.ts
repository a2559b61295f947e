import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

it.skipIf(process.platform === 'win32')(
  'npm warns nobody of a package that runs on the Node that the project brings, and not on the one of npm',
  { timeout: 60_000 },
  () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-engines-'));
    const file = (name: string, content: object) =>
      writeFileSync(path.join(folder, name), JSON.stringify(content));
    try {
      const rules = path.resolve('.npmrc');
      if (existsSync(rules)) cpSync(rules, path.join(folder, '.npmrc'));
      mkdirSync(path.join(folder, 'newer'));
      file('newer/package.json', { name: 'newer', version: '1.0.0', engines: { node: '>=999' } });
      file('package.json', { name: 'shop', version: '1.0.0', dependencies: { newer: 'file:newer' } });
      const said = execFileSync('npm install --offline --no-audit --no-fund 2>&1', {
        cwd: folder,
        shell: '/bin/sh',
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: folder },
      });
      expect(said).not.toContain('EBADENGINE');
      expect(existsSync(path.join(folder, 'node_modules/newer/package.json'))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
