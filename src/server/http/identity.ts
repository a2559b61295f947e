import type { FastifyRequest } from 'fastify';
import { isOfTill, type Route } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { writesInStore } from '#contract/refusals.ts';
import { TILL_CREDENTIAL_HEADER, TILL_HEADER } from '#contract/headers.ts';
import { TILL_KEY, tillSecret } from '#contract/shifts.ts';
import { can, type Permission } from '#domain/permissions.ts';
import { namesApproval } from './approvals.ts';
import type { CallingTill, Session } from './call.ts';

export const TOKEN_COOKIE = 'tindahan_token';

/** Returns the token of a request: the Authorization header's, else the cookie's. */
export function readToken(request: FastifyRequest): { token: string; fromCookie: boolean } | null {
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (bearer) return { token: bearer, fromCookie: false };
  const cookie = request.cookies[TOKEN_COOKIE];
  return cookie ? { token: cookie, fromCookie: true } : null;
}

/** Returns the secret of a till's own credential; null without one. */
export const readTillSecret = (request: FastifyRequest): string | null =>
  /^Till (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** Returns the secret of the till's credential that a sign-in shows; null for none, and for any other text. */
export const shownSecret = (request: FastifyRequest): string | null =>
  tillSecret.safeParse(request.headers[TILL_CREDENTIAL_HEADER.toLowerCase()]).data ?? null;

/** Who calls: a person, or a till by its own credential, or nobody known. */
export type Identity = { session: Session | null; till: CallingTill | null };

/** Returns the device's till key; 422 for an invalid one. */
export function tillKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[TILL_HEADER.toLowerCase()];
  if (key === undefined) return null;
  if (typeof key === 'string' && TILL_KEY.test(key)) return key;
  throw new ApiError('validation_failed', {
    message: `${TILL_HEADER} is 16 to 64 letters, digits and hyphens`,
  });
}

/** True if a request was sent by a page of this very server. */
export function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host && page.protocol === `${request.protocol}:`;
}

/** Refuses a caller who may not use a route: 401, or 403 for a missing permission or a foreign origin. */
export function admit(route: Route, request: FastifyRequest, { session, till }: Identity): void {
  if (route.permission === 'public' || (isOfTill(route) && till)) return;
  if (!session) throw new ApiError('unauthenticated');
  // A person is no till.
  if (route.permission === 'till') throw new ApiError('forbidden');
  if (route.method !== 'GET' && readToken(request)?.fromCookie && !isOwnOrigin(request)) {
    throw new ApiError('wrong_origin');
  }
  if (session.staff.must_change_password && !route.beforePasswordChange) {
    throw new ApiError('password_change_required');
  }
  if (!mayUse(route.permission, session.staff) && !namesApproval(route, request))
    throw new ApiError('forbidden');
}

function mayUse(wanted: Exclude<Route['permission'], 'public' | 'till'>, staff: Session['staff']): boolean {
  if (wanted === 'signed_in' || wanted === 'till_or_signed_in') return true;
  if (wanted === 'admin') return staff.role === 'admin';
  const any: readonly Permission[] = typeof wanted === 'string' ? [wanted] : wanted;
  return any.some((permission) => can(staff, permission));
}

/** Returns the store in a request's header, if its caller works there. */
export function namedStore(request: FastifyRequest, { staff }: Session): number | null {
  const named = Number(request.headers['x-store-id']);
  return staff.store_ids.includes(named) ? named : null;
}

/**
 * Returns the store of a request: that of its X-Store-Id header, else the person's primary one; null for a foreign one.
 */
export function workedIn(request: FastifyRequest, { staff }: Session): number | null {
  const header = request.headers['x-store-id'];
  const wanted =
    header === undefined
      ? (staff.primary_store_id ?? staff.store_ids[0])
      : /^\d+$/.test(String(header))
        ? Number(header)
        : undefined;
  return wanted !== undefined && staff.store_ids.includes(wanted) ? wanted : null;
}

/** Refuses a change in an inactive store: 409 `store_inactive`. */
function refuseInactive(route: Route, isActive: boolean): void {
  if (!isActive && writesInStore(route) && !route.whileInactive) throw new ApiError('store_inactive');
}

/** Returns the store of a till that calls: 403 if the request names another one, 409 `store_inactive` as `storeOf`. */
export function storeOfTill(
  route: Route,
  request: FastifyRequest,
  { storeId, isStoreActive }: CallingTill,
): number | null {
  const named = request.headers['x-store-id'];
  if (named !== undefined && named !== String(storeId)) throw new ApiError('foreign_store');
  if (route.scope === 'chain') return null;
  refuseInactive(route, isStoreActive);
  return storeId;
}

/**
 * Like `workedIn`, but refuses: 403 for a foreign store, 409 `store_inactive` for a change in an inactive one. Null for a
 * call of the whole chain, which may not name a foreign one, either.
 */
export function storeOf(route: Route, request: FastifyRequest, session: Session): number | null {
  if (route.inNoStore) return null;
  const isNamed = request.headers['x-store-id'] !== undefined;
  if (route.scope === 'chain' && !isNamed) return null;
  const store = workedIn(request, session);
  if (store === null) throw new ApiError('foreign_store');
  if (route.scope === 'chain') return null;
  refuseInactive(route, !session.staff.inactive_store_ids.includes(store));
  return store;
}
