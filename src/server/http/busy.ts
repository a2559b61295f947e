import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { Database } from '../db/access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served however much there is to do. */
    whenBusy?: boolean;
  }
}

/** Milliseconds that the first waiting write may have waited for others to be let in behind it. */
const LONGEST_WAIT = 2000;
/** Seconds after which it is worth another try. */
const RETRY_AFTER = 2;

const busy = () => new ApiError('busy', { details: { retry_after: RETRY_AFTER } });

const isAlwaysServed = (request: FastifyRequest) => request.routeOptions.config.whenBusy ?? false;
const isChange = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD';

/**
 * Refuses with 503 `busy` what could not be served soon, before any work: changes while those before them wait too long,
 * and with `mostBehind` every call while the event loop is that many milliseconds behind.
 */
export async function refuseWhenBusy(
  api: FastifyInstance,
  { database, mostBehind }: { database: Database; mostBehind?: number },
): Promise<void> {
  if (mostBehind !== undefined) {
    await api.register(underPressure, {
      maxEventLoopDelay: mostBehind,
      pressureHandler: (request) => (isAlwaysServed(request) ? undefined : Promise.reject(busy())),
    });
  }
  api.addHook('onRequest', (request, _reply, done) => {
    const isRefused =
      isChange(request) && !isAlwaysServed(request) && database.load().waitedFor > LONGEST_WAIT;
    done(isRefused ? busy() : undefined);
  });
}
