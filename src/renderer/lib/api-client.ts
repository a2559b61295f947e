import { z } from '#contract/zod.ts';
import {
  fileResponse,
  isReadRoute,
  type FileAnswer,
  type Route,
  type RouteInput,
  type RouteOutput,
  type MutationRoute,
} from '#contract/define-route.ts';
import { TILL_HEADER } from '#contract/shifts.ts';
import { APPROVAL_HEADER } from '#contract/approvals.ts';
import { ApiError, errorDetails, errorTable, type ErrorCode } from '#contract/errors.ts';
import { contract, type Contract } from '#contract/index.ts';
import { holdsLists, listEntries } from '#contract/query-lists.ts';
import { clock, type Clock } from './clock.ts';
import { learnServerTime } from './server-time.ts';
import { readTillKey } from './till-key.ts';
import { untilServed } from './busy-server.ts';
import { connection, reasonOf, type Connection, type Fetch } from './connection.ts';

const BASE_PATH = '/api/v1';
/** After this long without an answer the server counts as unreachable. */
const PATIENCE = 15_000;
/** A picture or a long list takes its time. */
const FILE_PATIENCE = 60_000;
const NOT_MODIFIED = 304;
/** Answers kept so that the server need not send them again: the till's tabs and its last searches. */
const VERSIONS_KEPT = 20;

/**
 * The server did not answer: off, restarting, or the network is down. What was sent may or may not have arrived.
 * `reason` says why it must not be worked with, where it is not simply gone; `isLate`: it was waited for as long as is
 * reasonable.
 */
export class ServerUnreachable extends Error {
  readonly reason: string | null;
  readonly isLate: boolean;

  constructor(reason: string | null = null, { isLate = false } = {}) {
    super(reason ?? 'The server cannot be reached');
    this.reason = reason;
    this.isLate = isLate;
  }
}

/** What a call is given: only the parts that its route has. */
export type CallInput<R extends Route> = {
  [K in keyof RouteInput<R> as RouteInput<R>[K] extends undefined ? never : K]: RouteInput<R>[K];
} & (R extends { approvable: NonNullable<Route['approvable']> } ? Approved : unknown);

/** What a manager answered for somebody who may not do it alone; it is sent with one call. */
export type Approved = { approval?: string | undefined };

export type CallOptions = {
  /** Names one change, so that a retry never makes it twice. */
  key?: string;
  signal?: AbortSignal;
  /** The store that the call is made in, in the place of the one that is worked in. */
  storeId?: number;
  /** A change is over only when the screen knows what it changed. */
  untilFollowed?: boolean;
};

/** What a call returns: a file as a `Blob`, everything else decoded. */
export type Answer<R extends Route> = RouteOutput<R> extends FileAnswer ? Blob : RouteOutput<R>;

type Callable<R extends Route> = keyof CallInput<R> extends never
  ? (input?: Record<string, never>, options?: CallOptions) => Promise<Answer<R>>
  : (input: CallInput<R>, options?: CallOptions) => Promise<Answer<R>>;

/** The typed client: `api.pos.scan({ body: { code } })`; in centavos and epoch milliseconds on both sides. */
export type Api = {
  [A in keyof Contract]: {
    [N in keyof Contract[A] & string]: Contract[A][N] extends Route ? Callable<Contract[A][N]> : never;
  };
};

/** Where a route stands in the contract: `['customers', 'list']`. */
const places = new WeakMap<Route, readonly [module: string, name: string]>(
  Object.entries<Record<string, Route>>(contract).flatMap(([module, routes]) =>
    Object.entries(routes).map(([name, route]) => [route, [module, name]] as const),
  ),
);

/** How a change ended: done, refused because things are no longer as the screen shows them, or not known. */
export type Ended = 'done' | 'out-of-date' | 'unknown';

function addressOf(
  route: Route,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== '')
      .flatMap(([name, value]) =>
        holdsLists(route.query?.shape[name])
          ? listEntries(name, value as Record<string, string[]>)
          : [[name, String(value)]],
      ),
  ).toString();
  return `${BASE_PATH}${path}${search ? `?${search}` : ''}`;
}

const refusalShape = z.looseObject({
  message: z.string().optional(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

const byStatus: Record<number, ErrorCode> = {
  400: 'invalid_json',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'illegal_state',
  413: 'body_too_large',
  422: 'validation_failed',
  429: 'too_many_attempts',
};

function refusalOf(status: number, body: unknown): ApiError {
  const said = refusalShape.safeParse(body).data ?? {};
  const details = errorDetails.safeParse(body).data ?? {};
  const isKnown = said.code !== undefined && said.code in errorTable;
  const code = isKnown ? (said.code as ErrorCode) : (byStatus[status] ?? 'server_error');
  return new ApiError(code, { message: said.message, fields: said.errors, details });
}

type Received = Pick<Response, 'status' | 'ok' | 'headers'> & { body: unknown };

/** What a client works with: the way to its server, who hears how that fares, and the time. */
export type ApiDeps = {
  fetch: Fetch;
  connection: Connection;
  clock: Clock;
  /** By which text the device says which till it is; null where it is none. */
  tillKey?: () => string | null;
};

async function send(
  { fetch, connection }: ApiDeps,
  url: string,
  init: RequestInit,
  wantsFile: boolean,
): Promise<Received> {
  try {
    const response = await fetch(url, init);
    const { status, ok, headers } = response;
    if (wantsFile && ok) {
      const body = await response.blob();
      connection.reportReached();
      return { status, ok, headers, body };
    }
    if (status === NOT_MODIFIED) {
      connection.reportReached();
      return { status, ok: true, headers, body: null };
    }
    const body: unknown = await response.json().catch((cause: unknown) => {
      // Cut off on its way, or not from our server: what was asked may have been done all the same.
      if (ok) throw cause;
      return null;
    });
    const reason = ok ? null : reasonOf(body);
    const isGone =
      reason !== null ||
      status === 502 ||
      status === 504 ||
      refusalShape.safeParse(body).data?.code === 'server_unreachable';
    if (isGone) throw new ServerUnreachable(reason);
    connection.reportReached();
    return { status, ok, headers, body };
  } catch (error) {
    const why = init.signal?.aborted ? (init.signal.reason as Error).name : null;
    if (why === 'AbortError') throw error;
    const gone =
      error instanceof ServerUnreachable ? error : new ServerUnreachable(null, { isLate: why !== null });
    connection.reportUnreachable(gone.reason);
    throw gone;
  }
}

/** An upload as the form that the server reads; everything else as JSON. */
function bodyOf(route: Route, given: unknown): { body?: BodyInit; headers: Record<string, string> } {
  if (!route.body) return { headers: {} };
  const wire = z.encode(route.body, given as never);
  if (!route.upload) return { body: JSON.stringify(wire), headers: { 'Content-Type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of Object.entries(wire)) {
    if (value instanceof Uint8Array) form.set(name, new Blob([Uint8Array.from(value)]), name);
    else if (value !== undefined) form.set(name, String(value));
  }
  return { body: form, headers: {} };
}

/** Whether a refusal says that what the screen shows is not so any more. */
export const isOutOfDate = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/**
 * Whether what a mutation invalidates should be looked at again: a form is held to the contract before it is sent, so a value
 * that the server refuses mostly became wrong meanwhile, too.
 */
const isRefused = (error: unknown): boolean =>
  isOutOfDate(error) || (error instanceof ApiError && error.status === 422);

type AnyInput = Approved & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};
type Call = (route: Route, input?: AnyInput, options?: CallOptions) => Promise<unknown>;

function clientOf(modules: Record<string, Record<string, Route>>, call: Call): unknown {
  return Object.fromEntries(
    Object.entries(modules).map(([module, routes]) => [
      module,
      Object.fromEntries(
        Object.entries(routes).map(([name, route]) => [
          name,
          (input?: AnyInput, options?: CallOptions) => call(route, input, options),
        ]),
      ),
    ]),
  );
}

/** A client of the whole contract, and what it has to know of whoever is signed in. */
export function createApi(deps: ApiDeps) {
  let storeId: number | null = null;
  /** The last answers that carried a version, by address; of the store worked in. */
  const versions = new Map<string, { version: string; answer: unknown }>();
  /** How often stores, people, roles and settings had been changed when the last answer left. */
  let shopVersion = 0;
  let onShopChanged: () => void = () => undefined;
  let onUnauthorized: () => boolean = () => false;
  let onWritten: (route: MutationRoute, ended: Ended) => Promise<unknown> = () => Promise.resolve();

  function keepVersion(address: string, version: string, answer: unknown): void {
    versions.delete(address);
    versions.set(address, { version, answer });
    const [oldest] = versions.keys();
    if (versions.size > VERSIONS_KEPT && oldest !== undefined) versions.delete(oldest);
  }

  function hearShopVersion(said: string | null): void {
    const version = Number(said ?? 0);
    if (version <= shopVersion) return;
    const isFirst = shopVersion === 0;
    shopVersion = version;
    if (!isFirst) onShopChanged();
  }

  const ask: Call = async (route, input = {}, { key, signal, storeId: inStore = storeId } = {}) => {
    const wantsFile = route.response === fileResponse;
    const { body, headers } = bodyOf(route, input.body);
    const address = addressOf(route, input.params, input.query);
    const known = versions.get(address);
    const askedIn = storeId;
    const tillKey = deps.tillKey?.() ?? null;
    const sent = {
      method: route.method,
      body,
      headers: {
        ...headers,
        ...(inStore === null || route.scope === 'chain' ? {} : { 'X-Store-Id': String(inStore) }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(tillKey === null ? {} : { [TILL_HEADER]: tillKey }),
        ...(input.approval === undefined ? {} : { [APPROVAL_HEADER]: input.approval }),
        ...(known ? { 'If-None-Match': known.version } : {}),
      },
    };
    const sendOnce = () => {
      const limit = deps.clock.limit(wantsFile || route.upload ? FILE_PATIENCE : PATIENCE);
      const init = { ...sent, signal: signal ? AbortSignal.any([signal, limit]) : limit };
      return send(deps, address, init, wantsFile);
    };
    const answer = await untilServed(sendOnce, deps.clock, signal);
    hearShopVersion(answer.headers.get('x-shop-version'));
    if (known && answer.status === NOT_MODIFIED) return known.answer;
    if (answer.status === 401 && route.permission !== 'public' && onUnauthorized()) {
      // It was told once, and whoever waits is gone with the page: they must not tell it again.
      return new Promise(() => undefined);
    }
    if (!answer.ok) throw refusalOf(answer.status, answer.body);
    if (wantsFile) return answer.body;
    const decoded = z.decode(route.response, answer.body as never);
    const version = answer.headers.get('etag');
    if (version !== null && askedIn === storeId) keepVersion(address, version, decoded);
    return decoded;
  };

  const call: Call = async (route, input, options) => {
    if (isReadRoute(route)) return ask(route, input, options);
    try {
      const answer = await ask(route, input, options);
      const followed = onWritten(route, 'done');
      if (options?.untilFollowed) await followed;
      return answer;
    } catch (error) {
      if (isRefused(error)) void onWritten(route, 'out-of-date');
      if (error instanceof ServerUnreachable) void onWritten(route, 'unknown');
      throw error;
    }
  };

  return {
    api: clientOf(contract, call) as Api,
    /** Makes one call of the contract; the typed form of `api.customers.get(…)` for a route in hand. */
    callRoute: call as <R extends Route>(
      route: R,
      input: CallInput<R>,
      options?: CallOptions,
    ) => Promise<Answer<R>>,
    /** What a read is kept under: its module, its name and, where it belongs to a store, the store worked in. */
    keyOf: (route: Route): readonly [module: string, name: string, storeId: number | null] => {
      const place = places.get(route);
      if (!place) throw new Error(`${route.path} is no route of the contract`);
      return [...place, route.scope === 'store' ? storeId : null];
    },
    /** The store that every call names in its X-Store-Id header. */
    workInStore: (id: number | null): void => {
      if (id !== storeId) versions.clear();
      storeId = id;
    },
    /** What follows every call that changes something, wherever it is made; it resolves when the screen has followed. */
    whenWritten: (listener: typeof onWritten): void => {
      onWritten = listener;
    },
    /** What happens when an answer says that stores, people, roles or settings have been changed, by whomever. */
    whenShopChanged: (listener: () => void): void => {
      onShopChanged = listener;
    },
    /** What happens when the server no longer knows who is calling; it returns whether the page is left for the sign-in. */
    whenUnauthorized: (listener: () => boolean): void => {
      onUnauthorized = listener;
    },
  };
}

/** The client of this page, on its own origin. */
export const { api, callRoute, keyOf, workInStore, whenWritten, whenShopChanged, whenUnauthorized } =
  createApi({
    fetch: async (path, init) => {
      const answer = await fetch(path, init);
      learnServerTime(answer.headers.get('date'));
      return answer;
    },
    connection,
    clock,
    tillKey: readTillKey,
  });
