import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { OLDEST_CLIENT } from '#contract/system.ts';
import { CLIENT_VERSION_HEADER, isOlder } from '#domain/version.ts';

/**
 * Tells a till that is too old to update, whatever it asks for: it would misread what it is answered. Who names no
 * version (a browser, which has the server's own screens, or a look at /health) is served.
 */
export function refuseOldTills(api: FastifyInstance): void {
  // Fastify's hooks take a promise or a callback; nothing here needs to be waited for.
  api.addHook('onRequest', (request, _reply, done) => {
    const version = request.headers[CLIENT_VERSION_HEADER];
    if (typeof version !== 'string' || !isOlder(version, OLDEST_CLIENT)) return done();
    done(
      new ApiError('client_too_old', {
        message: `This till must be updated: its version is ${version}, and the server works with ${OLDEST_CLIENT} and newer.`,
      }),
    );
  });
}
