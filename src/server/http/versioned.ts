import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSentCompressed } from './compress.ts';

/** Weak: the same answer, even if its bytes change on the way. */
const versionOf = (text: string) => `W/"${createHash('sha1').update(text).digest('base64url')}"`;

const TYPE = 'application/json; charset=utf-8';

/** Adds an answer's ETag; true if the caller has that answer already. */
function isKnown(request: FastifyRequest, reply: FastifyReply, version: string): boolean {
  void reply.header('ETag', version);
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim()) ?? [];
  return known.includes(version);
}

/** Sends an answer with its ETag, or 304 to a caller that has it already: docs/decisions/till-catalogue.md. */
export function sendVersioned(request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  const text = JSON.stringify(value);
  if (isKnown(request, reply, versionOf(text))) return reply.status(304).send();
  return reply.type(TYPE).send(text);
}

/**
 * Returns the handler of a large answer that never changes: it is made and compressed for its first caller, and kept, since
 * each takes so long that a few callers a second would hold up all others.
 */
export function keepAnswer(make: () => object) {
  let kept: { plain: Buffer; compressed: Buffer; version: string } | null = null;
  function keep() {
    const text = JSON.stringify(make());
    return { plain: Buffer.from(text), compressed: gzipSync(text), version: versionOf(text) };
  }
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { plain, compressed, version } = (kept ??= keep());
    void reply.header('Vary', 'Accept-Encoding').header('Cache-Control', 'no-cache');
    if (isKnown(request, reply, version)) return reply.status(304).send();
    void reply.type(TYPE);
    if (!isSentCompressed(request)) return reply.send(plain);
    return reply.header('Content-Encoding', 'gzip').send(compressed);
  };
}
