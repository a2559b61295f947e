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

type Refusals = { status: string; codes: readonly ErrorCode[] };
export type NameOf = (refusals: Refusals) => string;

/** Names sets of refusals, the same on every route: a single one by its code, others `Conflict1`, `Conflict2`. */
export function namesOf(sets: readonly Refusals[]): NameOf {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { status, codes } of sets) {
    const key = codes.join();
    if (names.has(key)) continue;
    const [only = ''] = codes;
    const no = (counts.get(status) ?? 0) + 1;
    if (codes.length > 1) counts.set(status, no);
    names.set(key, codes.length === 1 ? pascal(only) : `${STATUS[status] ?? `Status${status}`}${no}`);
  }
  return ({ codes }) => names.get(codes.join()) ?? '';
}

export const byStatus = (route: Route) =>
  Object.entries(Object.groupBy(refusalsOf(route), (code) => String(errorTable[code].status))).map(
    ([status, codes = []]) => ({ status, codes }),
  );

function describe(codes: readonly ErrorCode[], details: Record<string, Schema>) {
  const brought = new Set(codes.flatMap((code) => detailsByCode[code] ?? []));
  return {
    description: codes.map((code) => `- \`${code}\`: ${errorTable[code].message}`).join('\n'),
    ...(brought.has('retry_after')
      ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
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
export const refusalAnswers = (routes: readonly Route[], details: Record<string, Schema>, nameOf: NameOf) =>
  Object.fromEntries(
    routes.flatMap(byStatus).map((refusals) => [nameOf(refusals), describe(refusals.codes, details)]),
  );
