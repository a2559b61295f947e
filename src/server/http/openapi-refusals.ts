import type { Route } from '#contract/define-route.ts';
import { detailsByCode, errorTable, type ErrorCode } from '#contract/errors.ts';
import { refusalsOf } from '#contract/refusals.ts';
import type { Schema } from './openapi-shapes.ts';

const pascal = (code: string) => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `ValidationFailedOrKeyReused`: the same refusals are the same answer, wherever they are given. */
const nameOf = (codes: readonly ErrorCode[]) => codes.map(pascal).join('Or');

const byStatus = (route: Route) =>
  Object.entries(Object.groupBy(refusalsOf(route), (code) => String(errorTable[code].status))).map(
    ([status, codes = []]) => ({ status, codes }),
  );

/** The refusals of a route by their status, as references to the answers that the routes share. */
export const refusalsByStatus = (route: Route) =>
  Object.fromEntries(
    byStatus(route).map(({ status, codes }) => [status, { $ref: `#/components/responses/${nameOf(codes)}` }]),
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

/** Every answer that refuses, by its name; `details` are the further keys that a refusal may have. */
export function refusalAnswers(routes: readonly Route[], details: Record<string, Schema>) {
  const sets = routes.flatMap(byStatus).map(({ codes }) => codes);
  return Object.fromEntries(sets.map((codes) => [nameOf(codes), describe(codes, details)]));
}
