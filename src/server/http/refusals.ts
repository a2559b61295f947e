import type { FastifyError, FastifyInstance } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { z } from '#contract/zod.ts';
import { ApiError, detailsByCode, errorDetails, type ErrorCode } from '#contract/errors.ts';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { logOnceAMinute } from './log-once.ts';
import { isTimedOut, isUnavailable } from '../db/unavailable.ts';

/** Seconds until a retry is worthwhile. */
const RETRY_AFTER = 2;

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_FILES_LIMIT: 'validation_failed',
  FST_FIELDS_LIMIT: 'validation_failed',
};

/** The refusal of a server that lacks something, or stops. */
export const unavailable = () => new ApiError('unavailable', { details: { retry_after: RETRY_AFTER } });

function asRefusal(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) return unavailable();
  if (isTimedOut(error)) return new ApiError('busy', { details: { retry_after: RETRY_AFTER } });
  const code = 'code' in error ? FASTIFY_CODES[error.code] : undefined;
  if (code) return new ApiError(code);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return new ApiError(
    status !== undefined && status >= 400 && status < 500 ? 'invalid_json' : 'server_error',
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a caller may say who they are, `Bearer` by default. */
    schemes?: readonly string[];
  }
}

/** Sends every refusal in one shape: `{ message, code, errors? }` with its status; details beside them. */
export function sendRefusals(app: FastifyInstance): void {
  const log = logOnceAMinute(app.log);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.status >= 500) log(error, request.routeOptions.url);
    if (detailsByCode[refusal.code]?.includes('retry_after'))
      reply.header('Retry-After', String(refusal.details.retry_after ?? 60));
    if (refusal.status === 401) {
      const { schemes = ['Bearer'] } = request.routeOptions.config;
      reply.header('WWW-Authenticate', schemes.map((scheme) => `${scheme} realm="Tindahan"`).join(', '));
    }
    const errors = Object.keys(refusal.fields).length ? { errors: refusal.fields } : {};
    return reply.status(refusal.status).send({
      ...z.encode(errorDetails, refusal.details),
      message: refusal.message,
      code: refusal.code,
      ...errors,
    });
  });
}

/** The statuses and messages of requests that Node cannot read to their end; 400 for all others. */
const BROKEN_REQUESTS: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large'],
};

/** Answers, with the shop's mark, a request that cannot be read as HTTP: it becomes none, so that no hook runs. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, shopId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = BROKEN_REQUESTS[error.code ?? ''] ?? [400, 'The request cannot be read'];
  const body = JSON.stringify({ message, code: 'invalid_json' });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `${SHOP_ID_HEADER}: ${shopId}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
