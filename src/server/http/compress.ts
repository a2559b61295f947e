import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

/** True if an answer to a caller is worth its compression: it is on another computer, and takes gzip. */
export const isSentCompressed = (request: FastifyRequest): boolean =>
  TAKES_GZIP.test(String(request.headers['accept-encoding'] ?? '')) && !isFromHere(request);

/** Compresses JSON answers for callers on other computers; files are sent as they are. */
export function compressAnswers(api: FastifyInstance): void {
  api.addHook('onSend', (request, reply, payload, done) => {
    const isJson =
      typeof payload === 'string' && /^application\/json/.test(String(reply.getHeader('content-type')));
    if (request.routeOptions.config.isSecret || !(isJson || reply.statusCode === 304))
      return done(null, payload);
    reply.header('Vary', 'Accept-Encoding');
    const isWorthwhile = isJson && Buffer.byteLength(payload) >= SMALLEST;
    if (!isWorthwhile || !isSentCompressed(request)) return done(null, payload);
    reply.header('Content-Encoding', 'gzip');
    done(null, gzipSync(payload, QUICKEST));
  });
}
