import { z } from './zod.ts';
import { permissionOfAct, type ApprovalAct } from '#domain/approvals.ts';
import { sumOfAmounts } from '#domain/money.ts';
import type { Permission } from '#domain/permissions.ts';
import { DAY } from '#domain/store-time.ts';
import type { ErrorCode } from './errors.ts';

/** Milliseconds that the server remembers an `Idempotency-Key`: later, a change that is sent again would be done twice. */
export const REQUEST_LIFETIME = 7 * DAY;

/**
 * One call of the API, defined once: the server's validation, permission check, handler type and error mapping, the
 * renderer's client and the OpenAPI document are derived from it.
 */
export type Route = Asked & (GetRead | PostRead | Mutation);

type GetRead = {
  method: 'GET';
  also?: never;
  reads?: never;
  invalidates?: never;
  /** True if its answer carries an ETag: a matching If-None-Match gets a 304. */
  versioned?: true;
};

/** A read with a body, as the specification asks: nothing is changed, kept or audited. */
type PostRead = {
  method: 'POST';
  reads: true;
  also?: never;
  invalidates?: never;
  versioned?: never;
};

type Mutation = {
  method: 'POST' | 'PUT' | 'DELETE';
  reads?: never;
  /** Another method that does the same: the specification names both for a void. */
  also?: 'PUT';
  /** The reads that this mutation changes: screens that show one refetch it. */
  invalidates: readonly Invalidation[];
  versioned?: never;
};

/** One of several acts with the same permission, named by a field of the body. */
type ActOfBody = { field: string; acts: readonly [ApprovalAct, ...ApprovalAct[]] };

/** Returns the permission that an approval of a route stands for; null if the route cannot be approved. */
export const approvedPermission = ({ approvable }: Pick<Route, 'approvable'>): Permission | null => {
  if (approvable === undefined) return null;
  return permissionOfAct[typeof approvable === 'string' ? approvable : approvable.acts[0]];
};

/** The amount and the lines that an approval is good for. */
export type ApprovedTerms = { amount?: number | null | undefined; item_ids?: number[] | undefined };

/**
 * Returns the amount and the lines of a call as its approval must name them, by its decoded body; undefined for what it leaves
 * out. A screen asks for the approval with them, and the server compares.
 */
export function approvedTerms(
  { approvedAmount, approvedItems }: Pick<Route, 'approvedAmount' | 'approvedItems'>,
  body: unknown,
): ApprovedTerms {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  const fields = [approvedAmount ?? []].flat();
  const amount = fields.map((field) => given[field]).find((value) => value !== undefined) as
    | number
    | { amount: number }[]
    | null
    | undefined;
  const items = approvedItems === undefined ? undefined : given[approvedItems];
  return {
    amount: Array.isArray(amount) ? sumOfAmounts(amount) : amount,
    item_ids: (items as { id: number }[] | undefined)?.map(({ id }) => id),
  };
}

/** Every read of a module (`customers`), or one of them (`customers.groups`). */
type Invalidation = string;

type Asked = {
  /** Below /api/v1; `:name` segments match digits only, unless `params` declares an enum or a string. */
  path: `/${string}`;
  /** A few words for the API's document that say what the call does. */
  summary: string;
  /**
   * Any one of a list is enough; the usecase then decides by the state of the object. `till`: a till by its own
   * credential, with nobody signed in. `till_or_signed_in`: that, or whoever is signed in at it.
   */
  permission: Permission | readonly Permission[] | 'public' | 'signed_in' | 'admin' | TillPermission;
  /** `store`: works in the store of the X-Store-Id header. `chain`: not tied to one store; a foreign one is refused. */
  scope: 'store' | 'chain';
  /** True if any X-Store-Id is ignored: browsers fetch a picture's address without choosing a store. */
  inNoStore?: true;
  /** The act that an approval in the X-Approval header permits, for callers without the permission. */
  approvable?: ApprovalAct | ActOfBody;
  /** The field of the body with the id of what it is done to, where the path names none: for its approval and its audit event. */
  targetField?: string;
  /**
   * The field of the body with the amount that the approval must have been given for; of several the first that the call
   * gives. A list counts as the sum of its amounts.
   */
  approvedAmount?: string | readonly string[];
  /** The field of the body with the lines that the approval must have been given for, each by its `id`. */
  approvedItems?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Aliases that the specification uses for fields of the body, each with the name of its field. */
  aliases?: Readonly<Record<string, string>>;
  /**
   * Fields of the body that are not compared under an Idempotency-Key: passwords, of which not even a hash is kept, and what
   * the caller had seen.
   */
  uncompared?: readonly string[];
  response: z.ZodType;
  /** The media type of the file in the answer, or each that it may have. */
  fileType?: string | readonly string[];
  /** True if the body is a multipart form: its fields, and one `file` as bytes. */
  upload?: true;
  /** The status on success; 200 by default. */
  status?: 201;
  /** The address of what it creates, by fields of its answer: `/customers/:id`. */
  location?: `/${string}`;
  /** Its own refusals, besides those implied by its declaration: see `refusalsOf`. */
  errors?: readonly ErrorCode[];
  /** True if users who have to change a temporary password first may call it. */
  beforePasswordChange?: true;
  /** True if no Idempotency-Key is honoured: sign-in and password calls, whose secrets are never stored. */
  secret?: true;
  /** True if it may also change something in an inactive store. */
  whileInactive?: true;
  /** True if it is served even when the server is overloaded. */
  whenBusy?: true;
  /** Bytes of its longest body, where that is more than of most. */
  bodyMax?: number;
  /** True if it changes stores, people, roles or settings: open screens refetch within half a minute. */
  changesShop?: true;
  /** The path parameter of the audit target (`staffId`), where the route's own path does not tell it. */
  auditTarget?: `${string}Id`;
  /** True if it writes no audit event: holds on units, one for every scan. */
  unaudited?: true;
};

type TillPermission = 'till' | 'till_or_signed_in';

/** True if a till may call a route by its own credential. */
export const isOfTill = ({ permission }: Pick<Route, 'permission'>): boolean =>
  permission === 'till' || permission === 'till_or_signed_in';

/** The key of a module's title and description: a symbol, so that all string keys are routes. */
export const moduleText = Symbol('area');
/** `title` is for the audit log, `about` for the API's document. */
type ModuleText = { readonly title: string; readonly about: string };

export type Routes = Readonly<Record<string, Route>> & { readonly [moduleText]?: ModuleText };
/** The routes of a module, with its title. */
export type ContractModule = Routes & { readonly [moduleText]: ModuleText };

/** A file that is kept, of which a caller may ask for the rest: its bytes are what its tag says, for ever. */
export type KeptFile = { size: number; etag: string; read: (from: number) => AsyncIterable<Uint8Array> };

/** A file in the answer instead of JSON: a picture, or a download that is streamed. */
export type FileAnswer = {
  content_type: string;
  /** The name under which the browser saves it; absent for other files. */
  file_name?: string;
  /** True if its address always returns these bytes: clients may cache it forever. */
  isImmutable?: boolean;
  content: Uint8Array | AsyncIterable<string | Uint8Array> | KeptFile;
};

/** The response schema of a route that answers with a file; a client gets a `Blob`. */
export const fileResponse = z.custom<FileAnswer>();

/** Declares a route; an identity function that keeps the literal types. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** The place of each route in the contract. */
const places = new WeakMap<Route, readonly [module: string, name: string]>();

/**
 * Declares the routes of a module, or some of them, so that each tells its place without the whole contract: a page loads
 * the modules that it calls, and no others.
 */
// @__NO_SIDE_EFFECTS__
export function defineRoutes<const R extends Routes>(module: string, routes: R): R {
  for (const [name, route] of Object.entries<Route>(routes)) places.set(route, [module, name]);
  return routes;
}

/** Returns where a route stands in the contract: `['customers', 'list']`. */
export function placeOf(route: Route): readonly [module: string, name: string] {
  const place = places.get(route);
  if (!place) throw new Error(`${route.path} is no route of the contract`);
  return place;
}

export type ReadRoute = Extract<Route, { method: 'GET' }>;
/** A route that changes something. */
export type MutationRoute = Exclude<Route, { method: 'GET' } | { reads: true }>;

/** True for a read, by whichever method. */
export const isReadRoute = (route: Route): route is Exclude<Route, MutationRoute> =>
  route.method === 'GET' || route.reads === true;

/** True for a read whose answer has an ETag: one that says so, and each page of a list, which others poll. */
export const isVersioned = (route: Route): boolean =>
  route.versioned === true || (route.method === 'GET' && route.query?.shape.per_page !== undefined);

/** Returns the regular expression of a route's address below /api/v1. */
export const patternOf = (route: Route): string =>
  route.path.replace(/:(\w+)/g, (_, name: string) => segmentOf(route, name));

/** Returns the regular expression of a path's `:name`: digits of an id, an enum's word, or any text. */
export function segmentOf({ params }: Route, name: string): string {
  const shape = params?.shape[name];
  if (shape instanceof z.ZodEnum) return '[a-z_]+';
  return shape instanceof z.ZodString ? '[^/?]+' : '\\d+';
}

type Decoded<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A handler's decoded input, in centavos and epoch milliseconds. */
export type RouteInput<R extends Route> = {
  params: Decoded<R['params']>;
  query: Decoded<R['query']>;
  body: Decoded<R['body']>;
};
/** A handler's result, which a client receives decoded (except files). */
export type RouteOutput<R extends Route> = z.output<R['response']>;
