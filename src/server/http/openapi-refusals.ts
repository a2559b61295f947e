import { createHash } from 'node:crypto';
import type { Route } from '#contract/define-route.ts';
import { detailsByCode, type ErrorCode, errorTable } from '#contract/errors.ts';
import { refusalsOf } from '#contract/refusals.ts';
import type { Schema } from './openapi-shapes.ts';

/** How a status is called where several error codes share it. */
const STATUS: Record<string, string> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedType',
  422: 'Invalid',
  429: 'TooMany',
  500: 'ServerError',
  503: 'Unavailable',
};

const pascal = (code: string) => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const MARK_LENGTH = 6;

type Refusals = { status: string; codes: readonly ErrorCode[] };

/**
 * Names a set of refusals, the same on every route: a single one by its code, others by their status and by what they hold,
 * `Conflict_3f9a2c`. So a new route gives no other answer another name, and programs that are made from the document keep theirs.
 */
export function nameOf({ status, codes }: Refusals): string {
  const [only = ''] = codes;
  if (codes.length === 1) return pascal(only);
  const mark = createHash('sha256').update(codes.toSorted().join()).digest('hex').slice(0, MARK_LENGTH);
  return `${STATUS[status] ?? `Status${status}`}_${mark}`;
}

export const byStatus = (route: Route) =>
  Object.entries(Object.groupBy(refusalsOf(route), (code) => String(errorTable[code].status))).map(
    ([status, codes = []]) => ({ status, codes }),
  );

function describe({ status, codes }: Refusals, details: Record<string, Schema>) {
  const brought = new Set(codes.flatMap((code) => detailsByCode[code] ?? []));
  return {
    description: codes.map((code) => `- \`${code}\`: ${errorTable[code].message}`).join('\n'),
    ...(brought.has('retry_after')
      ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
      : {}),
    ...(status === '401'
      ? { headers: { 'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' } } }
      : {}),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: codes },
            message: { type: 'string' },
            ...(codes.includes('validation_failed')
              ? { errors: { $ref: '#/components/schemas/FieldErrors' } }
              : {}),
            ...Object.fromEntries([...brought].map((detail) => [detail, details[detail]])),
          },
        },
      },
    },
  };
}

/** Returns every refusal by its name; `details` are further keys that a refusal may have. */
export const refusalAnswers = (routes: readonly Route[], details: Record<string, Schema>) =>
  Object.fromEntries(
    routes.flatMap(byStatus).map((refusals) => [nameOf(refusals), describe(refusals, details)]),
  );
