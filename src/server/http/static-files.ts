import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { BASE_PATH } from './mount.ts';

/** Serves the built screens for a browser: hashed assets for a year, every page address the one document. */
export async function serveScreens(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header(
        'Cache-Control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.setNotFoundHandler((request, reply) => {
    // Without the query: a list that is searched for an e-mail address ends in a dot and a word too. `1.5` is no file.
    const [path = ''] = request.url.split('?');
    const isPage = request.method === 'GET' && !path.startsWith(BASE_PATH) && !/\.[a-z]\w*$/i.test(path);
    if (!isPage) throw new ApiError('not_found');
    return reply.sendFile('index.html');
  });
}
