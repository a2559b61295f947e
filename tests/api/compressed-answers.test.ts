import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute, fileResponse } from '#contract/define-route.ts';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { buildApp } from '#server/http/app.ts';

describe('a long answer', () => {
  const long = { words: 'many words '.repeat(100) };
  const said = z.object({ words: z.string() });
  const open = { method: 'GET', summary: 'Say much', permission: 'public', scope: 'chain' } as const;
  const read = defineRoute({ ...open, path: '/long', response: said, versioned: true });
  const short = defineRoute({ ...open, path: '/short', response: said });
  const secret = defineRoute({
    ...open,
    method: 'POST',
    path: '/secret',
    response: said,
    secret: true,
    invalidates: [],
  });
  const file = defineRoute({ ...open, path: '/file', response: fileResponse });
  async function* rows() {
    yield JSON.stringify(long);
    await Promise.resolve();
  }
  const longHandlers = {
    read: () => Promise.resolve(long),
    short: () => Promise.resolve({ words: 'few' }),
    secret: () => Promise.resolve(() => Promise.resolve(long)),
    file: () => Promise.resolve({ content_type: 'application/json', content: rows() }),
  };
  const ANOTHER_COMPUTER = '192.168.1.20';
  type Asking = Partial<Record<'accept-encoding' | 'if-none-match' | 'x-forwarded-for', string>>;

  const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-long-'));
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openDatabase({ dataDir: folder });
    app = await buildApp({
      contract: { probe: { read, short, secret, file } },
      handlers: { probe: longHandlers },
      database,
      clock: () => 0,
      identify: () => Promise.resolve(null),
      version: '0.0.0',
      shopId: 'a-shop',
    });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });
  const ask = (url: string, headers: Asking = {}, remoteAddress = ANOTHER_COMPUTER) => {
    const method = url === '/secret' ? 'POST' : 'GET';
    return app.inject({ method, url: `/api/v1${url}`, headers, remoteAddress });
  };

  it.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8', 'deflate,GZIP'])(
    'is compressed for a caller on another computer that takes %s',
    async (accepted) => {
      const { headers, rawPayload } = await ask('/long', { 'accept-encoding': accepted });
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['content-length']).toBe(String(rawPayload.length));
      expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(long);
    },
  );

  it.each([undefined, 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'x-gzip-like'])(
    'is sent as it is to one that takes %s',
    async (accepted) => {
      const answer = await ask('/long', accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary).toBe('Accept-Encoding');
      expect(answer.json()).toEqual(long);
    },
  );

  it('is one answer with one ETag, compressed or not', async () => {
    const plain = await ask('/long');
    const small = await ask('/long', { 'accept-encoding': 'gzip' });
    expect(small.headers.etag).toBe(plain.headers.etag);
    const again = await ask('/long', {
      'accept-encoding': 'gzip',
      'if-none-match': String(plain.headers.etag),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ etag: plain.headers.etag, vary: 'Accept-Encoding' });
    expect(again.headers['content-encoding']).toBeUndefined();
  });

  it('is not compressed on its way within one computer, but by a proxy to another one', async () => {
    const accepting = { 'accept-encoding': 'gzip' };
    expect((await ask('/long', accepting, '127.0.0.1')).json()).toEqual(long);
    const forwarded = { ...accepting, 'x-forwarded-for': ANOTHER_COMPUTER };
    expect((await ask('/long', forwarded, '127.0.0.1')).headers['content-encoding']).toBe('gzip');
  });

  it.each(['/short', '/secret', '/file'])('is never made of %s', async (url) => {
    const answer = await ask(url, { 'accept-encoding': 'gzip' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.json()).toHaveProperty('words');
  });
});
