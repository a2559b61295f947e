import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { z } from '#contract/zod.ts';
import type { Route } from '#contract/define-route.ts';
import { ApiError, fieldError, type ErrorCode, type FieldErrors } from '#contract/errors.ts';
import { gatherLists } from '#contract/query-lists.ts';
import { readForm, refuseForm } from './files.ts';
import { applyFieldPermissions, type May } from './field-permissions.ts';

/** Renames aliases in a body to the route's fields; 422 if alias and field differ. */
function withoutAliases(body: unknown, aliases: Route['aliases'] = {}): Record<string, unknown> {
  if (body === null || body === undefined) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new ApiError('validation_failed');
  const fields = new Map(Object.entries(aliases));
  const given = new Map(Object.entries(body));
  for (const [alias, field] of fields) {
    const isTwice = given.has(alias) && given.has(field);
    if (isTwice && !isDeepStrictEqual(given.get(alias), given.get(field))) {
      throw fieldError(alias, `This is the same field as ${field}, which says otherwise`);
    }
  }
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [fields.get(key) ?? key, value]));
}

/** Takes the fields of a DELETE's body out of its query: many clients cannot send the body. */
function moveIntoBody(route: Route, query: Record<string, unknown>, body: Record<string, unknown>): void {
  for (const key of Object.keys(route.body?.shape ?? {})) {
    if (!(key in query) || key in (route.query?.shape ?? {})) continue;
    if (!(key in body)) body[key] = query[key];
    Reflect.deleteProperty(query, key);
  }
}

/** Converts a zod error to fields with messages; the answer's message is the first of them. */
function validationError(error: z.ZodError, place: string): ApiError {
  // A caller may name a field `constructor` or `__proto__`: the object must not have them already.
  const fields = Object.create(null) as FieldErrors;
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) {
      const field = path.map(String).join('.') || place;
      const said = issue.code === 'unrecognized_keys' ? 'This field is not known' : issue.message;
      fields[field] = [...new Set([...(fields[field] ?? []), said])];
    }
  }
  return new ApiError('validation_failed', { message: Object.values(fields)[0]?.[0], fields });
}

/** Refuses repeated query parameters that are no lists: it would be unclear which one counts. */
function refuseRepeated(query: Record<string, unknown>): void {
  const repeated = Object.keys(query).filter((key) => Array.isArray(query[key]));
  if (repeated.length === 0) return;
  const message = 'This is given twice';
  throw new ApiError('validation_failed', {
    message,
    fields: Object.fromEntries(repeated.map((key) => [key, [message]])),
  });
}

/**
 * Returns the path of a text that not every engine can store: with NUL, or with half of a surrogate pair. Null without
 * one.
 */
function unstorable(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = unstorable(part, [...path, name]);
    if (found) return found;
  }
  return null;
}

const NOTHING = z.strictObject({});

/** Reports fields that the caller has no permission for as zod reports unknown ones. */
const unknownFields = (paths: readonly (readonly PropertyKey[])[]): z.core.$ZodIssue[] =>
  paths.map((path) => ({
    code: 'unrecognized_keys',
    keys: [String(path.at(-1))],
    path: path.slice(0, -1),
    message: '',
  }));

/** Decodes by a schema; refuses any content if a route declares none. */
function parse(schema: z.ZodType | undefined, value: unknown, place: string, may: May): unknown {
  const sent = applyFieldPermissions(schema ?? NOTHING, value, may);
  const result = (schema ?? NOTHING).safeParse(sent.value);
  const issues = [...unknownFields(sent.removed), ...(result.error?.issues ?? [])];
  if (!result.success || issues.length) throw validationError(new z.ZodError(issues), place);
  const odd = unstorable(result.data);
  if (odd) throw fieldError(odd.join('.') || place, 'Invalid characters');
  return schema && result.data;
}

/** Returns the content of a request: its JSON, or the fields and the file of its form. */
export async function readBody(route: Route, request: FastifyRequest): Promise<unknown> {
  if (route.upload) return readForm(request);
  refuseForm(request);
  return request.body;
}

/** Returns a route's error code for a missing id: an impossible id is missing, too. */
function missingOf({ errors = [] }: Route): ErrorCode {
  const own = errors.filter((code) => code.endsWith('_not_found'));
  return (own.length === 1 ? own[0] : undefined) ?? 'not_found';
}

/** Decodes params, query and body of a request by the route's schemas; 404 for impossible ids, 422 otherwise. */
export function readInput(route: Route, request: FastifyRequest, sent: unknown, may: May) {
  const params = route.params?.safeParse(request.params);
  if (params && (!params.success || unstorable(params.data))) throw new ApiError(missingOf(route));
  const query = gatherLists(
    route.query?.shape ?? {},
    Object.entries(request.query as Record<string, unknown>),
  );
  refuseRepeated(query);
  const body = withoutAliases(sent, route.aliases);
  if (route.method === 'DELETE') moveIntoBody(route, query, body);
  return {
    params: params?.data,
    query: parse(route.query, query, 'query', may),
    body: parse(route.body, body, 'body', may),
  };
}
