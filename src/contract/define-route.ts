import { z } from './zod.ts';
import { permissionOfAct, type ApprovalAct } from '#domain/approvals.ts';
import type { Permission } from '#domain/permissions.ts';
import type { ErrorCode } from './errors.ts';

/**
 * One call of the API, defined once: the server's validation, permission check, handler type and error mapping, the
 * renderer's client and the OpenAPI document all follow from it.
 */
export type Route = Asked & (GetRead | PostRead | Mutation);

type GetRead = {
  method: 'GET';
  also?: never;
  reads?: never;
  invalidates?: never;
  /** Its answer carries an ETag: whoever names it in If-None-Match is told by 304 that nothing has changed. */
  versioned?: true;
};

/** A read that the specification asks for with a body: nothing is changed, kept or audited. */
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
  /** Which reads answer something else afterwards: the screens that show one ask again. */
  invalidates: readonly Invalidation[];
  versioned?: never;
};

/** One of some acts, which all stand for one permission: a field of the body names it. */
export type ActOfBody = { field: string; acts: readonly [ApprovalAct, ...ApprovalAct[]] };

/** What an approval of a route stands for; null where nothing of it is approved. */
export const approvedPermission = ({ approvable }: Pick<Route, 'approvable'>): Permission | null => {
  if (approvable === undefined) return null;
  return permissionOfAct[typeof approvable === 'string' ? approvable : approvable.acts[0]];
};

/** Every read of an area (`customers`), or one of them (`customers.groups`). */
export type Invalidation = string;

type Asked = {
  /** Below /api/v1; `:name` segments match digits only, unless its `params` say that it is a word or a text. */
  path: `/${string}`;
  /** What it does, in a few words to whoever calls it: the API's document is a list of these. */
  summary: string;
  /** A list: any one of them will do, and the usecase decides by the state of what is changed. */
  permission: Permission | readonly Permission[] | 'public' | 'signed_in' | 'admin';
  /** `store`: works inside the store of the X-Store-Id header. `chain`: not tied to one store; a foreign one is refused. */
  scope: 'store' | 'chain';
  /** Whatever store its caller names: a picture's address is asked for as it stands. */
  inNoStore?: true;
  /** Who may not do it alone may with an approval of this act, which their X-Approval header names. */
  approvable?: ApprovalAct | ActOfBody;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Aliases that the specification uses for fields of the body, each with the field that it means. */
  aliases?: Readonly<Record<string, string>>;
  /** Fields of the body that an Idempotency-Key does not compare: not even a hash of a password is kept. */
  uncompared?: readonly string[];
  response: z.ZodType;
  /** The media type of a file that it answers with. */
  fileType?: string;
  /** The body is a multipart form: its fields, and one `file` as bytes. */
  upload?: true;
  /** What success answers with; 200 unless said. */
  status?: 201;
  /** Refusals of its own, besides those that the rest of its declaration implies: see `refusalsOf`. */
  errors?: readonly ErrorCode[];
  /** Served to a person who has to change a temporary password first. */
  beforePasswordChange?: true;
  /** No Idempotency-Key is honoured: sign-in and password calls, whose secrets are never stored. */
  secret?: true;
  /** Changes something in a store that is not active any more, too. */
  whileInactive?: true;
  /** Served also when the server has more to do than it can. */
  whenBusy?: true;
  /** Changes stores, people, roles or settings: open screens look again within half a minute. */
  changesShop?: true;
  /** The audit log's target, by the name of its id in paths (`staffId`), where the route's own path does not tell it. */
  auditTarget?: `${string}Id`;
  /** Leaves no audit row: holds on units, of which every scan makes one. */
  unaudited?: true;
};

/** The key under which an area says what it is called and about: a symbol, so that its other keys are its routes. */
export const moduleText = Symbol('area');
/** `title` is shown by the audit log, `about` by the API's document. */
type ModuleText = { readonly title: string; readonly about: string };

/** Some routes of the API. */
export type Routes = Readonly<Record<string, Route>> & { readonly [moduleText]?: ModuleText };
/** Routes that have a title together. */
export type ContractModule = Routes & { readonly [moduleText]: ModuleText };

/** Bytes in the place of JSON: a picture, or a file to be saved, written as it is read. */
export type FileAnswer = {
  content_type: string;
  /** Given: the browser saves it under this name. */
  file_name?: string;
  /** Its address stands for these bytes for ever: whoever has it asks no more. */
  isImmutable?: boolean;
  content: Uint8Array | AsyncIterable<string | Uint8Array>;
};

/** The response of a route that answers with a file; a client gets it as a `Blob`. */
export const fileResponse = z.custom<FileAnswer>();

/** Declares a route; the identity function with the literal types kept. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** A route that looks something up. */
export type ReadRoute = Extract<Route, { method: 'GET' }>;
/** A route that changes something. */
export type MutationRoute = Exclude<Route, { method: 'GET' } | { reads: true }>;

/** Whether a route looks something up, by whichever method. */
export const isReadRoute = (route: Route): route is Exclude<Route, MutationRoute> =>
  route.method === 'GET' || route.reads === true;

/** What stands in a path for a `:name`, as a regular expression: digits of an id, one of a few words, or any text. */
export function segmentOf({ params }: Route, name: string): string {
  const shape = params?.shape[name];
  if (shape instanceof z.ZodEnum) return '[a-z_]+';
  return shape instanceof z.ZodString ? '[^/?]+' : '\\d+';
}

type Decoded<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler is given, decoded: centavos and epoch milliseconds. */
export type RouteInput<R extends Route> = {
  params: Decoded<R['params']>;
  query: Decoded<R['query']>;
  body: Decoded<R['body']>;
};
/** What a handler returns and (but for files) a client receives, decoded. */
export type RouteOutput<R extends Route> = z.output<R['response']>;
