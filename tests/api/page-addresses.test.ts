import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressFiles } from '../../build/compress.mjs';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { createServer } from '#server/server.ts';
import { makeClock } from '#tests/support/server.ts';

const LONG = 'export const text = "the same again and again";\n'.repeat(200);
const DOCUMENT = '<!doctype html><title>Tindahan</title>';

describe('a server with the built screens', () => {
  let folder: string;
  let database: Database;
  let app: Awaited<ReturnType<typeof createServer>>;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-screens-'));
    const screens = path.join(folder, 'screens');
    await mkdir(path.join(screens, 'assets'), { recursive: true });
    await writeFile(path.join(screens, 'index.html'), DOCUMENT);
    await writeFile(path.join(screens, 'assets', 'page-1a2b.js'), 'export {};');
    await writeFile(path.join(screens, 'assets', 'long-3c4d.js'), LONG);
    await compressFiles(screens);
    database = await openDatabase({ dataDir: folder });
    app = await createServer({ database, screens, clock: makeClock().now });
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    '/',
    '/customers',
    '/customers/7/edit?from=list',
    '/customers/1.5',
    '/customers?search=ana@example.ph',
    '/customers?search=ana%40example.ph&page=2',
    '/customers?search=assets/page.js',
    '/transactions?customer=j.cruz@mail.com',
  ])('answers the page address %s with the one document', async (address) => {
    const answer = await fetch(url + address);
    expect([answer.status, await answer.text()]).toEqual([200, DOCUMENT]);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it('lets a hashed asset be kept for a year', async () => {
    const answer = await fetch(`${url}/assets/page-1a2b.js`);
    expect([answer.status, await answer.text()]).toEqual([200, 'export {};']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('sends a long script to who takes %s as %s', async (accepted, encoding) => {
    const answer = await fetch(`${url}/assets/long-3c4d.js`, { headers: { 'Accept-Encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    if (encoding) expect(Number(answer.headers.get('content-length'))).toBeLessThan(200);
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('vary')).toContain('accept-encoding');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toBe(LONG);
  });

  it.each(['/assets/page-old.js', '/assets/page-old.js?v=1', '/favicon.ico'])(
    'does not answer the missing file %s with a document',
    async (address) => {
      const answer = await fetch(url + address);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }]);
    },
  );

  it.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v1/nothing?search=ana@example.ph'],
    ['GET', '/api/v1/health/other'],
    ['GET', '/health/ready'],
    ['POST', '/customers'],
  ] as const)('answers %s %s in JSON', async (method, address) => {
    const answer = await fetch(url + address, { method });
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }]);
  });
});
