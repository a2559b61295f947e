import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { keepAnswer } from './versioned.ts';

it('an answer that is kept is made once, whoever asks, in whichever form', async () => {
  const make = vi.fn(() => ({ words: 'many words '.repeat(500) }));
  const app = Fastify();
  app.get('/kept', keepAnswer(make));
  const ask = (headers: Record<string, string>) =>
    app.inject({ url: '/kept', headers, remoteAddress: '192.0.2.7' });
  const [plain, compressed] = [await ask({}), await ask({ 'accept-encoding': 'gzip' })];
  expect(plain.json()).toEqual(make.mock.results[0]?.value);
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.payload);
  const { etag = '' } = plain.headers;
  expect(compressed.headers.etag).toBe(etag);
  expect(await ask({ 'if-none-match': `"another", ${etag}` })).toMatchObject({
    statusCode: 304,
    payload: '',
  });
  expect(make).toHaveBeenCalledTimes(1);
  await app.close();
});
