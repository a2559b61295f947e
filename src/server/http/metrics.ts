import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ApiError, errorTable } from '#contract/errors.ts';
import type { Database } from '../db/access.ts';
import { isMeantForHere } from './from-here.ts';

/** Seconds: a read takes some milliseconds, an export of a long list minutes. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

/** Metrics of the process are registered once in it, however many servers it holds. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

const hash = (text: string) => createHash('sha256').update(text).digest();

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false;
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}

/**
 * Returns the route's pattern, `/api/v1/transactions/:transactionId`, so that no id or search text is among the labels.
 */
const routeOf = (request: FastifyRequest) =>
  request.routeOptions.url?.replaceAll(/\(.*?\)/g, '') ?? 'unknown';

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const latency = new Histogram({
    name: 'tindahan_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  const refused = new Counter({
    name: 'tindahan_busy_refusals_total',
    help: 'Requests refused because there was too much to do, or no database',
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    latency.observe({ method: request.method, route: routeOf(request), status }, reply.elapsedTime / 1000);
    if (reply.statusCode === errorTable.busy.status) refused.inc();
    done();
  });
}

function measure(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function measureDatabase({ load }: Database, registry: Registry): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) => measure(registry, name, help, read);
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  gauge('tindahan_writes_waiting', 'Writes that wait', () => load().waiting);
  gauge(
    'tindahan_writes_waited_seconds',
    'How long the first of them has waited',
    () => load().waitedFor / 1000,
  );
  gauge('tindahan_reads_waiting', 'Reads that wait for a connection', () => load().readsWaiting);
  gauge(
    'tindahan_reads_waited_seconds',
    'How long the first of them has waited',
    () => load().readsWaitedFor / 1000,
  );
  counter('tindahan_writes_total', 'Writes that were committed', () => load().writes);
  counter('tindahan_commits_total', 'Transactions in which they were committed', () => load().commits);
  counter('tindahan_transaction_retries_total', 'Transactions that were begun again', () => load().retries);
}

export type MetricsOptions = {
  database: Database;
  /** The token that permits access from anywhere; without one only this computer has it. */
  metricsToken?: string;
  /** Further values, read at each call. */
  gauges?: readonly { name: string; help: string; read: () => number }[];
};

/** Measures requests and database, and serves the metrics at /metrics in Prometheus's format; 403 for strangers. */
export function serveMetrics(
  app: FastifyInstance,
  { database, metricsToken, gauges = [] }: MetricsOptions,
): void {
  const registry = new Registry();
  measureRequests(app, registry);
  measureDatabase(database, registry);
  for (const { name, help, read } of gauges) measure(registry, name, help, read);
  const all = Registry.merge([registry, ofProcess]);
  app.get('/metrics', async (request, reply) => {
    if (!isMeantForHere(request) && !hasToken(request, metricsToken)) throw new ApiError('forbidden');
    void reply.header('Content-Type', all.contentType).header('Cache-Control', 'no-store');
    return all.metrics();
  });
}
