import { COMPLETED_BEFORE } from '#bridge/shop-mark.ts';
import { z } from '#contract/zod.ts';
import {
  fileResponse,
  isReadRoute,
  type FileAnswer,
  placeOf,
  type Route,
  type RouteInput,
  type RouteOutput,
  type MutationRoute,
} from '#contract/define-route.ts';
import { APPROVAL_HEADER, LAST_INVOICE_HEADER, SHOP_VERSION_HEADER, TILL_HEADER } from '#contract/headers.ts';
import { ApiError, errorDetails, errorTable, type ErrorCode } from '#contract/errors.ts';
import { holdsLists, listEntries } from '#contract/query-lists.ts';
import { clock, type Clock } from './clock.ts';
import type { LastInvoices } from './last-invoices.ts';
import { learnServerTime } from './server-time.ts';
import { tillKey } from './till-key.ts';
import { untilServed } from './busy-server.ts';
import { connection, reasonOf, type Connection } from './connection.ts';
import { fetchFromShop, type Fetch } from './fetch-from-shop.ts';

const BASE_PATH = '/api/v1';
/** Milliseconds without an answer after which the server counts as unreachable. */
const PATIENCE = 15_000;
/** Milliseconds for a picture or a long list. */
const FILE_PATIENCE = 60_000;
const NOT_MODIFIED = 304;
/** The calls that sign somebody in. */
const SIGN_INS = ['staff.login', 'staff.switchCashier'];
/** The number of versioned answers kept, for the till's tabs, its last searches and lists that were looked at: a 304 reuses them. */
const VERSIONS_KEPT = 40;

/**
 * The server did not answer: off, restarting, or the network is down. The request may or may not have arrived. `reason`
 * says why the server must not be used, where it is not simply gone; `isLate` is true after a timeout.
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

/** The sale was completed as it was sent first, of which the till got no answer. */
export class CompletedBefore extends Error {}

/** The input of a call: only the parts that its route declares. */
export type CallInput<R extends Route> = {
  [K in keyof RouteInput<R> as RouteInput<R>[K] extends undefined ? never : K]: RouteInput<R>[K];
} & (R extends { approvable: NonNullable<Route['approvable']> } ? Approved : unknown);

/** A manager's approval, sent with one call. */
export type Approved = { approval?: string | undefined };

export type CallOptions = {
  /** The Idempotency-Key of one change, so that a retry never makes it twice. */
  key?: string;
  signal?: AbortSignal;
  /** The store of the call; the current store by default. */
  storeId?: number;
  /** True if the call resolves only after the screen has refetched what it changed. */
  untilFollowed?: boolean;
};

/** The result of a call: a `Blob` for a file, everything else decoded. */
export type Answer<R extends Route> = RouteOutput<R> extends FileAnswer ? Blob : RouteOutput<R>;

/** The outcome of a change: done, refused because the screen's data is outdated, or unknown. */
export type Ended = 'done' | 'out-of-date' | 'unknown';

/** Encodes a value of a query; one that does not fit goes as it is, and the server refuses it. */
function encoded(schema: z.ZodType | undefined, value: unknown): string {
  const wire = schema && z.safeEncode(schema, value as never);
  return String(wire?.success ? wire.data : value);
}

/** Returns the address of a call on the server: `/api/v1/transactions/7/void`. */
export function addressOf(
  route: Route,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== '')
      .flatMap(([name, value]) => {
        const schema = route.query?.shape[name];
        return holdsLists(schema)
          ? listEntries(name, value as Record<string, string[]>)
          : [[name, encoded(schema, value)]];
      }),
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

function refusalOf(status: number, body: unknown): ApiError | CompletedBefore {
  const said = refusalShape.safeParse(body).data ?? {};
  if (said.code === COMPLETED_BEFORE) return new CompletedBefore();
  const details = errorDetails.safeParse(body).data ?? {};
  const isKnown = said.code !== undefined && said.code in errorTable;
  const other = status < 500 ? 'invalid_json' : 'server_error';
  const code = isKnown ? (said.code as ErrorCode) : (byStatus[status] ?? other);
  const message = said.message?.trim() || undefined;
  return new ApiError(code, { message, fields: said.errors, details, isWordless: message === undefined });
}

/** Error codes of a server without its database, and of what answers in the place of a server that is not there. */
const goneCodes: readonly unknown[] = ['unavailable', 'server_unreachable'];

type Received = Pick<Response, 'status' | 'ok' | 'headers'> & { body: unknown };

/** The dependencies of a client: fetch, the connection to report to, and the clock. */
type ApiDeps = {
  fetch: Fetch;
  connection: Connection;
  clock: Clock;
  /** Returns the text that identifies this device; null if it has none. */
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
      // Cut off on its way: the request may have been carried out.
      if (ok) throw cause;
      return null;
    });
    const reason = ok ? null : reasonOf(body);
    const isGone = reason !== null || goneCodes.includes(refusalShape.safeParse(body).data?.code);
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

/** Encodes an upload as a multipart form, everything else as JSON. */
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

/** True if a refusal means that the screen's data is outdated: 404 or 409. */
export const isOutOfDate = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/**
 * True if the reads that a mutation invalidates should be fetched again. A 422 counts too: forms are validated against
 * the contract first, so a value that the server refuses mostly became wrong meanwhile.
 */
const isRefused = (error: unknown): boolean =>
  isOutOfDate(error) || (error instanceof ApiError && error.status === 422);

type AnyInput = Approved & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};
type Call = (route: Route, input?: AnyInput, options?: CallOptions) => Promise<unknown>;

/** Makes one call, named by its route: `callRoute(customers.get, { params })`. */
export type CallRoute = <R extends Route>(
  route: R,
  input: CallInput<R>,
  options?: CallOptions,
) => Promise<Answer<R>>;

/** Creates a client with its session settings. */
export function createApi(deps: ApiDeps) {
  let { fetch } = deps;
  let storeId: number | null = null;
  /** The last answers with an ETag, by address; of the current store. */
  const versions = new Map<string, { version: string; answer: unknown }>();
  /** The version of stores, people, roles and settings in the last answer. */
  let shopVersion = 0;
  let lastInvoices: LastInvoices | null = null;
  let onShopChanged: () => void = () => undefined;
  let onUnauthorized: () => boolean = () => false;
  /** The number of sign-ins that have ended, and of those on their way. */
  let signIns = 0;
  let signingIn = 0;
  let onWritten: (route: MutationRoute, ended: Ended) => Promise<unknown> = () => Promise.resolve();

  function keepVersion(address: string, version: string, answer: unknown): void {
    versions.delete(address);
    versions.set(address, { version, answer });
    const [oldest] = versions.keys();
    if (versions.size > VERSIONS_KEPT && oldest !== undefined) versions.delete(oldest);
  }

  /** Hears the version in an answer to a call that was sent when `knownBefore` was known. */
  function hearShopVersion(said: string | null, knownBefore: number): void {
    const version = Number(said ?? 0);
    if (version === 0 || version === shopVersion) return;
    // An answer that was overtaken tells an older version; a restored shop tells it to a call sent since.
    if (version < shopVersion && knownBefore !== shopVersion) return;
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
    const askedUnder = signIns;
    const tillKey = deps.tillKey?.() ?? null;
    const place = placeOf(route).join('.');
    const isSale = place === 'transactions.complete';
    const tellsInvoice = inStore !== null && (isSale || place === 'staff.me');
    const lastInvoice = (tellsInvoice && lastInvoices?.read(inStore)) || null;
    const sent = {
      method: route.method,
      body,
      headers: {
        ...headers,
        ...(inStore === null || route.scope === 'chain' ? {} : { 'X-Store-Id': String(inStore) }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(tillKey === null ? {} : { [TILL_HEADER]: tillKey }),
        ...(lastInvoice === null ? {} : { [LAST_INVOICE_HEADER]: lastInvoice }),
        ...(input.approval === undefined ? {} : { [APPROVAL_HEADER]: input.approval }),
        ...(known ? { 'If-None-Match': known.version } : {}),
      },
    };
    let knownBefore = 0;
    const sendOnce = () => {
      knownBefore = shopVersion;
      const limit = deps.clock.limit(wantsFile || route.upload ? FILE_PATIENCE : PATIENCE);
      const init = { ...sent, signal: signal ? AbortSignal.any([signal, limit]) : limit };
      return send({ ...deps, fetch }, address, init, wantsFile);
    };
    const isSignIn = SIGN_INS.includes(place);
    if (isSignIn) signingIn += 1;
    // Sign-ins that are asked again by themselves would keep the queue of a flood full.
    const triesMax = isSignIn ? 1 : undefined;
    const answer = await untilServed(sendOnce, deps.clock, { signal, triesMax }).finally(() => {
      if (!isSignIn) return;
      signingIn -= 1;
      signIns += 1;
    });
    hearShopVersion(answer.headers.get(SHOP_VERSION_HEADER), knownBefore);
    if (known && answer.status === NOT_MODIFIED) return known.answer;
    if (answer.status === 401 && route.permission !== 'public') {
      // Asked under a former sign-in: the answer says nothing about the present one.
      const isLate = !isSignIn && (signingIn > 0 || askedUnder !== signIns);
      const isLeft = !isLate && onUnauthorized();
      // What else the page being left has asked is refused under the same sign-in.
      if (isLeft) signIns += 1;
      // Its callers must not report it again.
      if (isLate || isLeft) return new Promise(() => undefined);
    }
    if (!answer.ok) throw refusalOf(answer.status, answer.body);
    if (wantsFile) return answer.body;
    const decoded = z.decode(route.response, answer.body as never);
    const { invoice_proof } = (isSale ? decoded : {}) as { invoice_proof?: string };
    if (invoice_proof && inStore !== null) lastInvoices?.keep(inStore, invoice_proof);
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
    callRoute: call as CallRoute,
    /** Returns the query key of a read: module, name and, for a store's route, the current store. */
    keyOf: (route: Route): readonly [module: string, name: string, storeId: number | null] => [
      ...placeOf(route),
      route.scope === 'store' ? storeId : null,
    ],
    /** Sets the current store, which every call names in its X-Store-Id header. */
    workInStore: (id: number | null): void => {
      if (id !== storeId) versions.clear();
      storeId = id;
      if (id !== null) lastInvoices?.load(id);
    },
    /** Sets the listener that runs after every change; its promise resolves when the screen is up to date. */
    whenWritten: (listener: typeof onWritten): void => {
      onWritten = listener;
    },
    /** Sets the listener for answers that say that stores, people, roles or settings were changed, by anyone. */
    whenShopChanged: (listener: () => void): void => {
      onShopChanged = listener;
    },
    /** Sends everything from now on through what `wrap` makes of the present way. */
    sendThrough: (wrap: (fetch: Fetch) => Fetch): void => {
      fetch = wrap(fetch);
    },
    /** Sets where the last invoice of each store is kept: it is told with every sale, and every now and then. */
    tellLastInvoices: (kept: LastInvoices): void => {
      lastInvoices = kept;
    },
    /** Notes that a sign-in ended, or was made in another window: a 401 to a call sent before is about the former one. */
    noteSignIn: (): void => {
      signIns += 1;
    },
    /** Sets the listener for a lost sign-in; it returns true if the page is being left for the sign-in. */
    whenUnauthorized: (listener: () => boolean): void => {
      onUnauthorized = listener;
    },
  };
}

/** The client of this page, on its own origin. */
export const {
  callRoute,
  keyOf,
  workInStore,
  noteSignIn,
  whenWritten,
  whenShopChanged,
  whenUnauthorized,
  tellLastInvoices,
  sendThrough,
} = createApi({
  fetch: async (path, init) => {
    const answer = await fetchFromShop(path, init);
    learnServerTime(answer.headers.get('date'));
    return answer;
  },
  connection,
  clock,
  tillKey,
});
