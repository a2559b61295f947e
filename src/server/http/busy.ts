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

/** Milliseconds that the first waiting write, or read, may have waited before changes are refused. */
const LONGEST_WAIT = 2000;
/** The same before reads that had to wait are refused: they give way to sales. */
const LONGEST_WAIT_BESIDE_READS = 1000;
/** Seconds until a retry is worthwhile. */
const RETRY_AFTER = 2;

const busy = () => new ApiError('busy', { details: { retry_after: RETRY_AFTER } });

const isAlwaysServed = (request: FastifyRequest) => request.routeOptions.config.whenBusy ?? false;
const isChange = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD';

/**
 * Refuses with 503 `busy`, before any work: reads while others wait and one of them or a change has waited for a second,
 * changes after two seconds, and, with `mostBehind`, every call while the event loop is delayed by that many
 * milliseconds, reads at half of it.
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
  const isBehind = () => mostBehind !== undefined && api.memoryUsage().eventLoopDelay > mostBehind / 2;
  const isRefused = (request: FastifyRequest) => {
    if (isAlwaysServed(request)) return false;
    const { waitedFor, readsWaiting, readsWaitedFor } = database.load();
    const longest = Math.max(waitedFor, readsWaitedFor);
    if (isChange(request)) return longest > LONGEST_WAIT;
    return (readsWaiting > 0 && longest > LONGEST_WAIT_BESIDE_READS) || isBehind();
  };
  api.addHook('onRequest', (request, _reply, done) => {
    done(isRefused(request) ? busy() : undefined);
  });
}
