import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { FIRST_MARKED } from '#bridge/shop-mark.ts';
import { isOlder } from '#domain/version.ts';
import { shopId } from '#server/db/shop-key.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';

/** Sends a text as it is, and returns the head of what comes back. */
async function headOf(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    if (answer.includes('\r\n\r\n')) socket.destroy();
  });
  await once(socket, 'close');
  return answer.split('\r\n\r\n')[0] ?? '';
}

const get = (address: string, ...headers: string[]) =>
  [`GET ${address} HTTP/1.1`, 'Host: shop', ...headers, '', ''].join('\r\n');

it('is known to come with this version', () => {
  expect(isOlder(packageJson.version, FIRST_MARKED)).toBe(false);
});

onEveryEngine('the shop’s mark', (start) => {
  const screens = mkdtempSync(path.join(os.tmpdir(), 'tindahan-screens-'));
  writeFileSync(path.join(screens, 'index.html'), '<!doctype html>');
  let server: TestServer;
  let mark: string;
  beforeAll(async () => {
    server = await start({ screens });
    mark = await shopId(server.database.reader);
  });
  afterAll(async () => {
    await server.close();
    rmSync(screens, { recursive: true });
  });

  it.each([
    [200, 'a call', get('/api/v1/health')],
    [401, 'a call without a sign-in', get('/api/v1/stores')],
    [404, 'a call that there is not', get('/api/v1/nothing')],
    [404, 'an address that cannot be parsed', get('/%zz')],
    [200, 'a page', get('/')],
    [404, 'a file that there is not', get('/assets/gone.js')],
    [400, 'a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
    [400, 'a request that is no HTTP', 'NONSENSE\r\n\r\n'],
    [417, 'a request that expects too much', get('/', 'Expect: everything')],
    [431, 'a request with too long headers', get('/', `Cookie: ${'x'.repeat(20_000)}`)],
  ])('is on the %i of %s', async (status, _, text) => {
    const head = await headOf(server.url, text);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.match(/^x-shop-id: .*$/gim)).toEqual([expect.stringMatching(new RegExp(`: ${mark}$`))]);
  });

  it('is on the 304 of a page that the browser has', async () => {
    const [, version = ''] = /^etag: (.*?)\r?$/im.exec(await headOf(server.url, get('/'))) ?? [];
    const head = await headOf(server.url, get('/', `If-None-Match: ${version}`));
    expect(head).toMatch(/^HTTP\/1\.1 304 /);
    expect(head).toContain(mark);
  });

  it('is on the 408 of a request that does not arrive', async () => {
    const slow = await start({ slowest: 50 });
    try {
      const head = await headOf(
        slow.url,
        'POST /api/v1/staff/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
      );
      expect(head).toMatch(/^HTTP\/1\.1 408 /);
      expect(head).toContain(await shopId(slow.database.reader));
    } finally {
      await slow.close();
    }
  });
});
