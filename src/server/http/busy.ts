import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { Database } from '../db/access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if it is served under any load. */
    whenBusy?: boolean;
  }
}

/** Milliseconds that the first waiting write may have waited before others are refused. */
const LONGEST_WAIT = 2000;
/** Seconds until a retry is worthwhile. */
const RETRY_AFTER = 2;

const busy = () => new ApiError('busy', { details: { retry_after: RETRY_AFTER } });

const isAlwaysServed = (request: FastifyRequest) => request.routeOptions.config.whenBusy ?? false;
const isChange = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD';

/**
 * Refuses with 503 `busy`, before any work: mutations while waiting ones take too long, and, with `mostBehind`, every
 * call while the event loop is delayed by that many milliseconds.
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
