import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Weak: the same answer, even if its bytes change on the way. */
const versionOf = (text: string) => `W/"${createHash('sha1').update(text).digest('base64url')}"`;

/** Sends an answer with its ETag, or 304 to a caller that has it already: docs/decisions/till-catalogue.md. */
export function sendVersioned(request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  const text = JSON.stringify(value);
  const version = versionOf(text);
  void reply.header('ETag', version);
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim()) ?? [];
  if (known.includes(version)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}
