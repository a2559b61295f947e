import { expect, it } from 'vitest';
import { keepPictures } from './kept-pictures.ts';

const FOR_EVER = 'private, max-age=31536000, immutable';

/** Starts a server of ten-byte pictures that counts its requests. */
function start({ control = FOR_EVER, most = 100 } = {}) {
  const asked: string[] = [];
  let place: string | null = 'https://shop';
  const get = keepPictures(
    (request) => {
      const { pathname, search } = new URL(request.url);
      asked.push(`${request.method} ${pathname}${search}`);
      const headers = { 'content-type': 'image/webp', 'cache-control': control };
      return Promise.resolve(new Response('0123456789', { headers }));
    },
    () => place,
    most,
  );
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await get(new Request(`app://till/api/v1${path}`, init));
    return [answer.headers.get('content-type'), await answer.text()];
  };
  return { ask, asked, moveTo: (to: string | null) => (place = to) };
}

it('asks the server once for a picture that never changes', async () => {
  const { ask, asked } = start();
  const first = await ask('/media/7?v=ab&size=card');
  expect(await ask('/media/7?v=ab&size=card')).toEqual(first);
  await ask('/media/7?v=ab&size=small');
  expect(asked).toEqual(['GET /api/v1/media/7?v=ab&size=card', 'GET /api/v1/media/7?v=ab&size=small']);
});

it('asks each time for a picture that may be hidden, for other answers and for changes', async () => {
  const screenshots = start({ control: 'private, no-cache' });
  await screenshots.ask('/media/7');
  await screenshots.ask('/media/7');
  expect(screenshots.asked).toHaveLength(2);
  const { ask, asked } = start();
  for (const path of ['/products', '/products']) await ask(path);
  for (const method of ['DELETE', 'DELETE']) await ask('/media/7', { method });
  expect(asked).toHaveLength(4);
});

it('shows what it has to nobody who is signed out, and of no other server', async () => {
  const { ask, asked, moveTo } = start();
  await ask('/media/7?v=ab');
  moveTo(null);
  await ask('/media/7?v=ab');
  moveTo('https://other');
  await ask('/media/7?v=ab');
  expect(asked).toHaveLength(3);
});

it('lets go of what was shown longest ago', async () => {
  const { ask, asked } = start({ most: 20 });
  for (const path of ['/media/1', '/media/2', '/media/1', '/media/3', '/media/1', '/media/2'])
    await ask(path);
  expect(asked.map((line) => line.at(-1))).toEqual(['1', '2', '3', '2']);
});
