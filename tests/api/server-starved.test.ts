import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProcess, startProcess } from '#tests/support/server-process.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/server/main.ts');

async function freePort(): Promise<number> {
  const holder = net.createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as net.AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}

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
    child = spawn('sh', ['-c', line, 'sh', process.execPath, MAIN], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port) },
      stdio: 'ignore',
    });
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
  }

  it('goes on without a log when the disk of the log is full', async () => {
    await startBy('exec "$@" > /dev/full 2>&1');
    const file = new BetterSqlite(path.join(folder, 'tindahan.db'));
    file.exec('alter table staff rename to nobody');
    file.close();
    expect(await statusOf('/api/v1/setup')).toBe(500);
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
    for (const socket of sockets) socket.destroy();
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
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
});
