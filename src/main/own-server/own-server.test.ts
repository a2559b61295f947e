import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { setupCodes } from '#domain/server-setup.ts';
import { openServerConnection } from '../connection/server-connection.ts';
import { addressOf } from './address.ts';
import type { Elevate } from './elevate.ts';
import { openOwnServer } from './own-server.ts';

// The whole way, with the packed server: tests/e2e/one-computer.test.ts. Here is what must not take two minutes there.

const folder = mkdtempSync(join(tmpdir(), 'own-server-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A computer on which nothing listens, and on which an administrator allows everything. */
async function open(packed: string) {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as { port: number };
  await new Promise((closed) => holder.close(closed));
  const asked: string[][] = [];
  const elevate: Elevate = (program, words) => {
    asked.push([program, ...words]);
    return Promise.resolve({ kind: 'ended', code: setupCodes.done });
  };
  const server = openServerConnection({
    settings: {
      readServer: () => ({ url: addressOf(port), trusted: null, shop: null, is_new: false }),
      readTags: () => ({}),
      writeServer: () => Promise.resolve(),
    },
    tillVersion: '1.1.0',
    signOut: () => undefined,
  });
  const places = { program: join(folder, 'program'), data: join(folder, 'data'), log: 'server.log' };
  const own = openOwnServer({ packed, places, root: '/', port, elevate, server, patience: 1 });
  return { own, asked, close: server.close };
}

it('says where to look when a server that was set up gives no answer, and asks once for two clicks', async () => {
  const packed = join(folder, 'packed');
  mkdirSync(packed, { recursive: true });
  writeFileSync(join(packed, 'package.json'), '{"version":"1.1.0"}');
  const { own, asked, close } = await open(packed);
  const [first, second] = await Promise.all([own.setUp(), own.setUp()]);
  expect(first.reason).toBe('The server was set up, but does not answer. What it says is in: server.log');
  expect(second).toEqual(first);
  expect(asked).toHaveLength(1);
  close();
});

it('asks nobody where the program brings no server', async () => {
  const { own, asked, close } = await open(join(folder, 'nothing'));
  expect(own.state()).toMatchObject({ packed: null, installed: null, is_outdated: false });
  expect((await own.setUp()).reason).toContain('brings no server');
  expect(asked).toEqual([]);
  close();
});
