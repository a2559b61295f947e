import type { Route, RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { z } from '#contract/zod.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Role } from '#domain/roles.ts';
import type { Reader, Writer } from '../db/access.ts';

/** The caller: one sign-in of one person. Locks and drafts belong to the sign-in, not to the person. */
export type Session = {
  id: number;
  /** The number of changes to stores, staff, roles and settings when the call came. */
  shopVersion: number;
  /** Epoch milliseconds to within minutes; null if it was never recorded. */
  lastUsedAt: number | null;
  staff: {
    id: number;
    name: string;
    role: Role;
    permissions: readonly Permission[];
    /** The stores this person works in; every store for people who see all stores. */
    store_ids: readonly number[];
    /** The stores that are closed to sales and changes. */
    inactive_store_ids: readonly number[];
    primary_store_id: number | null;
    must_change_password: boolean;
  };
};

/** A till that calls by its own credential, with nobody signed in. */
export type CallingTill = {
  id: number;
  code: string;
  name: string;
  storeId: number;
  isStoreActive: boolean;
  credentialId: number;
  /** Of the credential's series of numbers. */
  letter: string;
};

/** The means by which a sign-in hands out its token, and a sign-out takes it away. */
export type Credentials = {
  /** The request's address, for counting failed sign-ins. */
  address: string;
  /** The secret of the credential of the till where somebody signs in; null if the request shows none. */
  tillSecret: string | null;
  /** True if the request was sent on the server's own computer. */
  isFromHere: boolean;
  /** True for a browser on the server's own origin: it gets a cookie, and the answer holds no token. */
  isBrowser: boolean;
  giveCookie: (token: string, expiresAt: number) => void;
  takeCookie: () => void;
};

/**
 * Adds an object's changed fields to the audit event: both versions as on the wire, in its shape; null before for a new
 * one.
 */
export type NoteChange = <S extends z.ZodObject>(
  shape: S,
  before: z.output<S> | null,
  after: z.output<S>,
) => void;

/**
 * Adds the audit target to the audit event if the answer lacks it: its present name, and the store that it belongs to.
 */
export type NoteTarget = (target: { name: string; storeId?: number | null }) => void;

/** A manager's approval of an act of a caller without the permission. */
export type Approval = { id: number; approver: { id: number; name: string } };

/** Who calls a route: a till on those of tills, a person on others, nobody known on public ones. */
type CallerOf<R extends Route> = R['permission'] extends 'till'
  ? { session: null; till: CallingTill }
  : R['permission'] extends 'till_or_signed_in'
    ? { session: Session | null; till?: CallingTill }
    : { session: R['permission'] extends 'public' ? null : Session };

/** One validated, permitted request. */
export type Call<R extends Route> = RouteInput<R> &
  CallerOf<R> & {
    /** The store of the X-Store-Id header, checked against the person's stores, or the till's; null on chain routes. */
    storeId: R['scope'] extends 'store' ? number : null;
    /** The key by which the device names its till; null without one. */
    tillKey: string | null;
    /** The approval that this call uses up; null if the caller needs none. */
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

/**
 * A state change that prepares nothing: claiming its key tells whether it was done before, which needs no look beforehand.
 */
export const unprepared = <R extends Route>(
  write: (call: Call<R>, writer: Writer) => Promise<RouteOutput<R>>,
): Mutation<R> =>
  Object.assign(async (call: Call<R>) => (writer: Writer) => write(call, writer), { isUnprepared: true });

/** Lets a mutation hear of the fault by which its write failed in the end, once for each request. */
export const hearingFaults = <R extends Route>(
  mutation: Mutation<R>,
  heard: (call: Call<R>, fault: unknown) => void,
): Mutation<R> => Object.assign(mutation, { heard });

/** Tells a handler made by `hearingFaults` of a fault. */
export const tellFault = (handler: object, call: AnyCall, fault: unknown): void => {
  if ('heard' in handler) (handler.heard as (call: AnyCall, fault: unknown) => void)(call, fault);
};

/** True for a handler that was made by `unprepared`. */
export const isUnprepared = (handler: object): boolean => 'isUnprepared' in handler;

export type Handler<R extends Route> = R extends { method: 'GET' } | { reads: true } ? Read<R> : Mutation<R>;
export type ModuleHandlers<Module extends Record<string, Route>> = {
  [K in keyof Module & string]: Handler<Module[K]>;
};
/** A handler for every route of the contract: a missing one does not compile. */
export type Handlers<C extends Record<string, Record<string, Route>>> = {
  [K in keyof C]: ModuleHandlers<C[K]>;
};

/** A call of any route. */
export type AnyCall = Call<Route>;
/** A handler of any route, once it is known to fit its own. */
export type AnyHandler = (
  call: AnyCall,
  reader: Reader,
) => Promise<unknown> | Promise<(writer: Writer) => Promise<unknown>>;
