import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { callerWith } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import {
  freePort,
  runProcess,
  serverEnvironment,
  serverScript,
  startProcess,
} from '#tests/support/server-process.ts';
import { makeShop, makeStaff } from '#tests/support/shop.ts';
import { hasSmallDisks, mountSmallDisk } from '#tests/support/small-disk.ts';

describe.skipIf(process.platform === 'win32')('a server that runs out of something', () => {
  let folder: string;
  let url: string;
  let child: ChildProcess | undefined;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-starved-'));
  });
  afterEach(async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const statusOf = (address: string) =>
    fetch(`${url}${address}`, { headers: { connection: 'close' } }).then(
      ({ status }) => status,
      () => null,
    );
  const ready = () => statusOf('/api/v1/health/ready');

  /** Starts the server by a line of the shell, in which `"$@"` is its command. */
  async function startBy(line: string): Promise<void> {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    child = spawn('sh', ['-c', line, 'sh', process.execPath, serverScript('main')], {
      env: { ...serverEnvironment(folder), PORT: String(port) },
      stdio: 'ignore',
    });
    await expect.poll(ready).toBe(200);
  }

  it('goes on without a log when the disk of the log is full', async () => {
    await startBy('exec "$@" > /dev/full 2>&1');
    const file = new BetterSqlite(path.join(folder, 'tindahan.db'));
    file.exec('alter table staff rename to nobody');
    file.close();
    await expect.poll(() => statusOf('/api/v1/setup')).toBe(500);
    expect(await ready()).toBe(200);
    expect(child?.exitCode).toBeNull();
  });

  it('refuses connections while it may open no more files, and serves again afterwards', async () => {
    await startBy('ulimit -n 64; exec "$@"');
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: 200 }, () => net.connect(Number(port), hostname));
    for (const socket of sockets) socket.on('error', () => undefined);
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    expect(await ready()).not.toBe(200);
    // For longer than it looks at itself: what it measures needs a file, too.
    const begun = performance.now();
    await expect.poll(() => performance.now() - begun).toBeGreaterThan(2000);
    for (const socket of sockets) socket.destroy();
    await expect.poll(ready).toBe(200);
    expect(child?.exitCode).toBeNull();
  });

  it('refuses a data folder that another server uses, and takes it once that one was killed', async () => {
    const first = await startProcess({ dataDir: folder });
    const second = await runProcess({ dataDir: folder });
    expect(second.code).toBe(1);
    expect(second.output.trim()).toBe(
      `Another server uses the data in ${folder} already. Stop it first, or choose another folder by DATA_DIR.`,
    );
    await first.end('SIGKILL');
    const third = await startProcess({ dataDir: folder });
    expect(await third.end('SIGTERM')).toBe(0);
  });

  it.runIf(hasSmallDisks)(
    'refuses changes while the disk of its data is full, reads on, and starts',
    async () => {
      const disk = mountSmallDisk();
      if (!disk) throw new Error('No disk');
      try {
        const database = await openDatabase({ dataDir: disk.folder });
        const { store } = await makeShop(database);
        const admin = await makeStaff(database, { store_id: store.id, role: 'admin' });
        const { token } = await signInDirectly(database, admin.id);
        await database.close();
        const start = () => startProcess({ dataDir: disk.folder });
        let server = await start();
        const person = () => callerWith(server.url, token, unlessBusy);
        const add = () =>
          person().post('/customers', { name: 'Ana', phone: '0917 123 4567' }, { key: 'ana' });
        disk.fill();
        const refused = await add();
        expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
        expect((await person().get('/customers')).status).toBe(200);
        await server.end('SIGTERM');
        server = await start();
        expect((await person().get('/customers')).status).toBe(200);
        expect((await add()).status).toBe(503);
        disk.makeRoom();
        expect([(await add()).status, (await add()).status]).toEqual([201, 201]);
        const { body } = await person().get<{ data: unknown[] }>('/customers?search=Ana');
        expect(body.data).toHaveLength(1);
        expect(await server.end('SIGTERM')).toBe(0);
      } finally {
        disk.remove();
      }
    },
  );

  it.runIf(hasSmallDisks)(
    'is not ready while its disk is full, and says so before any sale fails',
    async () => {
      const disk = mountSmallDisk(48);
      if (!disk) throw new Error('No disk');
      try {
        const server = await startProcess({ dataDir: disk.folder });
        ({ url } = server);
        await expect.poll(ready).toBe(200);
        disk.fill();
        expect(await ready()).toBe(503);
        expect(await statusOf('/api/v1/health/live')).toBe(200);
        disk.makeRoom();
        await expect.poll(ready).toBe(200);
        expect(await server.end('SIGTERM')).toBe(0);
      } finally {
        disk.remove();
      }
    },
  );
});
