import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { isFromHere } from './from-here.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if its answers are never compressed: their length would tell of what is secret in them. */
    isSecret?: boolean;
  }
}

/** Bytes below which the headers of a compressed answer outweigh what is saved. */
const SMALLEST = 1024;
/** The quickest: docs/decisions/compressed-answers.md. */
const QUICKEST = { level: 1 };

/** Matches an Accept-Encoding that names gzip, and not to refuse it with `q=0`. */
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i;

/** Compresses JSON answers for callers on other computers; files are sent as they are. */
export function compressAnswers(api: FastifyInstance): void {
  api.addHook('onSend', (request, reply, payload, done) => {
    const isJson =
      typeof payload === 'string' && /^application\/json/.test(String(reply.getHeader('content-type')));
    if (request.routeOptions.config.isSecret || !(isJson || reply.statusCode === 304))
      return done(null, payload);
    reply.header('Vary', 'Accept-Encoding');
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const isWorthwhile = isJson && Buffer.byteLength(payload) >= SMALLEST;
    if (!isWorthwhile || !TAKES_GZIP.test(accepted) || isFromHere(request)) return done(null, payload);
    reply.header('Content-Encoding', 'gzip');
    done(null, gzipSync(payload, QUICKEST));
  });
}
