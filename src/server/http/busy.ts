import { monitorEventLoopDelay } from 'node:perf_hooks';
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

/** Milliseconds for which an answer of the database says that it is there. */
const THERE_FOR = 1000;

/** Milliseconds between two looks at the event loop, and between the samples that it is measured by. */
const LOOK = 1000;
const SAMPLE = 10;

const busy = () => new ApiError('busy', { details: { retry_after: RETRY_AFTER } });

const isAlwaysServed = (request: FastifyRequest) => request.routeOptions.config.whenBusy ?? false;
const isChange = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD';

/** Returns how far the event loop was behind in the last second, on average, in milliseconds. */
function watchEventLoop(api: FastifyInstance): () => number {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE });
  let behind = 0;
  const timer = setInterval(() => {
    // A second without a sample was one long step.
    behind = Number.isNaN(delays.mean) ? Infinity : delays.mean / 1e6 - SAMPLE;
    delays.reset();
  }, LOOK);
  timer.unref();
  delays.enable();
  api.addHook('onClose', (_api, done) => {
    clearInterval(timer);
    delays.disable();
    done();
  });
  return () => behind;
}

/** Returns what asks the database whether it is there, at most once a second while it is; it rejects as the database does. */
function askDatabase(database: Database): () => Promise<void> {
  let thereAt = -Infinity;
  return async () => {
    if (performance.now() - thereAt < THERE_FOR) return;
    await database.check();
    thereAt = performance.now();
  };
}

/**
 * Refuses with 503 `busy`, before any work: reads while others wait and one of them or a change has waited for a second,
 * changes after two seconds, and, with `mostBehind`, every call while the event loop is delayed by that many
 * milliseconds, reads at half of it. Where work waits because the database is away, it refuses with `unavailable`: tills sell
 * on without the server then, and try again beside a busy one.
 */
export function refuseWhenBusy(
  api: FastifyInstance,
  { database, mostBehind = Infinity }: { database: Database; mostBehind?: number },
): void {
  const behind = mostBehind === Infinity ? () => 0 : watchEventLoop(api);
  const isThere = askDatabase(database);
  const isBehind = (request: FastifyRequest) => behind() > (isChange(request) ? mostBehind : mostBehind / 2);
  const isToWait = (request: FastifyRequest) => {
    const { waitedFor, readsWaiting, readsWaitedFor } = database.load();
    const longest = Math.max(waitedFor, readsWaitedFor);
    if (isChange(request)) return longest > LONGEST_WAIT;
    return readsWaiting > 0 && longest > LONGEST_WAIT_BESIDE_READS;
  };
  api.addHook('onRequest', (request, _reply, done) => {
    if (isAlwaysServed(request)) return done();
    if (isBehind(request)) return done(busy());
    if (!isToWait(request)) return done();
    isThere().then(() => done(busy()), done);
  });
}
