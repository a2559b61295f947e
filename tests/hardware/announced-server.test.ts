import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { foundServers } from '#bridge/connection.ts';
import { findServers } from '#main/connection/find-servers.ts';
import { startProcess } from '#tests/support/server-process.ts';

// The server's own program, as a till's main finds it by real multicast.

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** This computer's address, as others in its network see it. */
const here =
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

describe('the server’s program', () => {
  async function start(env: Record<string, string>) {
    const dataDir = mkdtempSync(join(tmpdir(), 'tindahan-announced-'));
    closers.push(() => rmSync(dataDir, { recursive: true }));
    const server = await startProcess({ dataDir, env });
    closers.push(() => server.end('SIGTERM'));
    return server;
  }
  const SAID = 'tills in this network find this server by themselves';

  it('is found by its own certificate where it listens on the network', async () => {
    const server = await start({ HOST: '0.0.0.0' });
    expect(server.output()).toContain(SAID);
    const printed = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/m.exec(server.output())?.[0] ?? '';
    const { port } = new URL(server.url);
    await expect
      .poll(async () => foundServers.parse(await findServers()).servers, { timeout: 20_000 })
      .toContainEqual({ name: 'Tindahan', url: `https://${here}:${port}`, fingerprint: printed });
  });

  it.each([
    ['on this computer only', {}],
    ['behind a proxy', { HOST: '0.0.0.0', TLS: 'off' }],
    ['with ANNOUNCE=off', { HOST: '0.0.0.0', ANNOUNCE: 'off' }],
  ])('%s is not announced', async (_name, env) => {
    expect((await start(env)).output()).not.toContain(SAID);
  });
});
