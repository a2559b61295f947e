import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileAnswer, KeptFile } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { UPLOAD_MAX } from '#domain/media.ts';

const FIELDS_MAX = 10;
const FIELD_BYTES_MAX = 10_000;
/** A year in seconds, the longest time that browsers cache. */
const FOR_EVER = 31_536_000;

/** Accepts multipart forms of one file on routes, in memory: uploads never touch the disk. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_MAX, files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX },
    throwFileSizeLimit: true,
  });
}

/** Refuses a form if the route takes none: the form parser would treat it as an empty body. */
export function refuseForm(request: FastifyRequest): void {
  if (request.isMultipart()) throw new ApiError('unsupported_media_type');
}

/** Returns the fields of a multipart form, and its file's bytes under the name the file was sent with. */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type');
  const form: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      form[part.fieldname] = part.type === 'file' ? await part.toBuffer() : part.value;
    }
  } catch (error) {
    // The form parser's own refusals have a code, those of unreadable forms have none.
    const isRefusal = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
    throw isRefusal ? error : new ApiError('validation_failed', { message: 'The form cannot be read' });
  }
  return form;
}

/**
 * Sends bytes as they are read. The browser runs nothing of a file. It may cache a picture, but revalidates it each time,
 * except one whose address identifies its bytes.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { content_type, file_name, isImmutable, content }: FileAnswer,
) {
  void reply.header('Content-Type', content_type).header('X-Content-Type-Options', 'nosniff');
  if ('etag' in content) return sendKept(request, reply, content);
  if (file_name) void reply.header('Content-Disposition', `attachment; filename="${file_name}"`);
  else if (isImmutable) void reply.header('Cache-Control', `private, max-age=${FOR_EVER}, immutable`);
  else {
    const etag = `"${request.url}"`;
    void reply.header('Cache-Control', 'private, no-cache').header('ETag', etag);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  }
  return reply.send(content instanceof Uint8Array ? Buffer.from(content) : Readable.from(content));
}

/** Returns the first byte that a request wants; 0 for the whole file, as for ranges that are no rest of a file. */
function firstByteOf({ range, 'if-range': ifRange }: FastifyRequest['headers'], etag: string): number {
  // A file of another content begins anew.
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 0;
  return Number(/^bytes=(\d{1,15})-$/.exec(range)?.[1] ?? 0);
}

/** Sends a kept file, or the rest of it (RFC 9110, section 14): a download goes on where it was cut off. */
function sendKept(request: FastifyRequest, reply: FastifyReply, { size, etag, read }: KeptFile) {
  const tag = `"${etag}"`;
  void reply
    .header('ETag', tag)
    .header('Accept-Ranges', 'bytes')
    .header('Cache-Control', 'private, no-cache');
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  const from = firstByteOf(request.headers, tag);
  if (from >= size) return reply.status(416).header('Content-Range', `bytes */${size}`).send();
  if (from > 0) void reply.status(206).header('Content-Range', `bytes ${from}-${size - 1}/${size}`);
  return reply.header('Content-Length', size - from).send(Readable.from(read(from)));
}
