import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Route } from '#contract/define-route.ts';
import { ApiError, type FieldErrors } from '#contract/errors.ts';
import { readForm, refuseForm } from './files.ts';

/** The other spelling of a key that the specification itself uses, read before validation. */
const SPELLINGS = new Map([
  ['additional_store_ids', 'store_ids'],
  ['supplier', 'supplier_id'],
  ['image', 'file'],
  ['model_type', 'type'],
]);
/** Keys that a DELETE takes in its query as well as in its body. */
const DELETE_BODY_KEYS = ['reason', 'batch_code'];

function respelled(body: unknown): Record<string, unknown> {
  if (body === null || body === undefined) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new ApiError('validation_failed');
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [SPELLINGS.get(key) ?? key, value]));
}

/** A zod error as fields with messages; the answer's message is the first of them. */
export function validationError(error: z.ZodError, place: string): ApiError {
  // A caller may name a field `constructor` or `__proto__`: those must not be found on the object already.
  const fields = Object.create(null) as FieldErrors;
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) {
      const field = path.map(String).join('.') || place;
      const said = issue.code === 'unrecognized_keys' ? 'This field is not known' : issue.message;
      fields[field] = [...(fields[field] ?? []), said];
    }
  }
  return new ApiError('validation_failed', { message: error.issues[0]?.message, fields });
}

/** Whether a text anywhere in a value holds the NUL character, which not every engine can store. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (value instanceof Uint8Array) return false;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);
}

const NOTHING = z.strictObject({});

/** Decodes by a schema; where a route declares none, nothing may be sent. */
function parse(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  const result = (schema ?? NOTHING).safeParse(value);
  if (!result.success) throw validationError(result.error, place);
  if (holdsNul(result.data)) throw new ApiError('validation_failed', { message: 'Invalid characters' });
  return schema && result.data;
}

/** What a request brings: its JSON, or the fields and the file of its form. */
export async function readBody(route: Route, request: FastifyRequest): Promise<unknown> {
  if (route.upload) return readForm(request);
  refuseForm(request);
  return request.body;
}

/** Params, query and body of a request, decoded by the route's schemas; 404 for ids that cannot be, 422 otherwise. */
export function readInput(route: Route, request: FastifyRequest, sent: unknown) {
  const params = route.params?.safeParse(request.params);
  if (params && !params.success) throw new ApiError('not_found');
  const query = { ...(request.query as Record<string, unknown>) };
  const body = respelled(sent);
  if (route.method === 'DELETE' && route.body) {
    for (const key of DELETE_BODY_KEYS) {
      if (key in query && !(key in body)) body[key] = query[key];
      if (!(key in (route.query?.shape ?? {}))) Reflect.deleteProperty(query, key);
    }
  }
  return {
    params: params?.data,
    query: parse(route.query, query, 'query'),
    body: parse(route.body, body, 'body'),
  };
}
