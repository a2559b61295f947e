import type { FastifyError, FastifyInstance } from 'fastify';
import { z } from '#contract/zod.ts';
import { ApiError, detailsByCode, errorDetails, type ErrorCode } from '#contract/errors.ts';
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

/** Sends every refusal in one shape: `{ message, code, errors? }` with its status; details beside them. */
export function sendRefusals(app: FastifyInstance): void {
  const log = logOnceAMinute(app.log);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.status >= 500) log(error, request.routeOptions.url);
    if (detailsByCode[refusal.code]?.includes('retry_after'))
      reply.header('Retry-After', String(refusal.details.retry_after ?? 60));
    const errors = Object.keys(refusal.fields).length ? { errors: refusal.fields } : {};
    return reply.status(refusal.status).send({
      ...z.encode(errorDetails, refusal.details),
      message: refusal.message,
      code: refusal.code,
      ...errors,
    });
  });
}
