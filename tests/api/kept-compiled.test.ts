import {
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { call } from '#tests/support/http.ts';
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts';

describe('what Node compiled', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tindahan-compiled-'));
  const started: ServerProcess[] = [];
  afterEach(async () => {
    for (const server of started.splice(0)) await server.end('SIGKILL');
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  const folder = path.join(dataDir, 'compiled');
  const start = async () => {
    const server = await startProcess({
      dataDir,
      main: path.resolve('build/server.mjs'),
      // Without the cache that the tests share.
      env: { NODE_COMPILE_CACHE: '' },
    });
    started.push(server);
    expect((await call(server.url, 'GET', '/health')).status).toBe(200);
    return server;
  };
  const filesOf = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  const timesOf = (files: string[]) => files.map((file) => statSync(file).mtimeMs);

  it('is kept for the next start, even if the first one is killed, for the own user alone', async () => {
    const first = await start();
    await first.end('SIGKILL');
    const files = filesOf();
    expect(files.length).toBeGreaterThan(300);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const before = timesOf(files);
    await (await start()).end('SIGTERM');
    expect(timesOf(files)).toEqual(before);
  });

  it('is left out where it is damaged, and where it cannot be kept', async () => {
    filesOf().forEach((file, place) => {
      if (place % 2) truncateSync(file, statSync(file).size >> 1);
      else writeFileSync(file, 'no cache');
    });
    await (await start()).end('SIGTERM');
    rmSync(folder, { recursive: true });
    // A file system that takes no files, not even of root.
    symlinkSync('/sys', folder);
    await (await start()).end('SIGTERM');
  });
});
