import type { Route, RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { z } from '#contract/zod.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Role } from '#domain/roles.ts';
import type { Reader, Writer } from '../db/access.ts';

/** Who is calling: one sign-in of one person. Locks and drafts belong to the sign-in, not to the person. */
export type Session = {
  id: number;
  /** How often stores, staff, roles and settings had been changed when the call came. */
  shopVersion: number;
  /** To within minutes; null where it was never kept. */
  lastUsedAt: number | null;
  staff: {
    id: number;
    name: string;
    role: Role;
    permissions: readonly Permission[];
    /** The stores this person works in; for those who see all stores, every store. */
    store_ids: readonly number[];
    /** Those where nothing is sold or changed any more. */
    inactive_store_ids: readonly number[];
    primary_store_id: number | null;
    must_change_password: boolean;
  };
};

/** How a sign-in hands its token out, and how a sign-out takes it away. */
export type Credentials = {
  /** Where the request comes from, for counting failed sign-ins. */
  address: string;
  /** The request was sent on the server's own computer. */
  isFromHere: boolean;
  /** A browser on the server's own origin: it gets a cookie, and the answer holds no token. */
  isBrowser: boolean;
  giveCookie: (token: string, expiresAt: number) => void;
  takeCookie: () => void;
};

/**
 * Keeps with the audit which fields of an object a change made different: both as they are on the wire, in its shape; null
 * before for what was not there.
 */
export type NoteChange = <S extends z.ZodObject>(
  shape: S,
  before: z.output<S> | null,
  after: z.output<S>,
) => void;

/**
 * Keeps with the audit what an audit event is done to, where its answer does not: the name that it has now, and the store that it
 * belongs to.
 */
export type NoteTarget = (target: { name: string; storeId?: number | null }) => void;

/** What a manager let a caller do who may not do it alone. */
export type Approval = { id: number; approver: { id: number; name: string } };

/** One validated, permitted request. */
export type Call<R extends Route> = RouteInput<R> & {
  /** Null on public routes. */
  session: R['permission'] extends 'public' ? null : Session;
  /** The store of the X-Store-Id header, checked against the person's stores; null on chain routes. */
  storeId: R['scope'] extends 'store' ? number : null;
  /** By which text the device says which till it is; null where it says nothing. */
  tillKey: string | null;
  /** Used up by this very call; null where its caller does it alone. */
  approval: Approval | null;
  /** Epoch milliseconds when the request arrived. */
  now: number;
  credentials: Credentials;
  noteChange: NoteChange;
  noteTarget: NoteTarget;
};

/** A read: selects and returns. */
export type Read<R extends Route> = (call: Call<R>, reader: Reader) => Promise<RouteOutput<R>>;

/**
 * A state change in two steps. The function itself prepares (hashing, reads; no transaction is open); the function
 * it returns writes, inside the transaction that also stores the idempotency key and the audit row.
 */
export type Mutation<R extends Route> = (
  call: Call<R>,
  reader: Reader,
) => Promise<(writer: Writer) => Promise<RouteOutput<R>>>;

export type Handler<R extends Route> = R extends { method: 'GET' } | { reads: true } ? Read<R> : Mutation<R>;
export type ModuleHandlers<Module extends Record<string, Route>> = {
  [K in keyof Module & string]: Handler<Module[K]>;
};
/** A handler for every route of the contract: a missing one does not compile. */
export type Handlers<C extends Record<string, Record<string, Route>>> = {
  [K in keyof C]: ModuleHandlers<C[K]>;
};
