import { isReadRoute, type Route } from './define-route.ts';
import { errorTable, type ErrorCode } from './errors.ts';

/** True if a person calls a route: neither anybody nor a till. */
const isOfPerson = ({ permission }: Route): boolean => permission !== 'public' && permission !== 'till';

/** True if a route's answer is stored under the caller's Idempotency-Key. */
export const honoursKey = (route: Route): boolean =>
  !isReadRoute(route) && isOfPerson(route) && !route.secret;

/** True if a route changes something in a store. */
export const writesInStore = (route: Route): boolean => route.scope === 'store' && !isReadRoute(route);

/** The refusals implied by a route's declaration. */
function implied(route: Route): Partial<Record<ErrorCode, boolean>> {
  const isPublic = route.permission === 'public';
  const takesBody = route.body !== undefined;
  return {
    invalid_json: takesBody && !route.upload,
    unauthenticated: !isPublic,
    forbidden: !isPublic && route.permission !== 'signed_in' && route.permission !== 'till_or_signed_in',
    foreign_store: !isPublic && !route.inNoStore,
    store_inactive: writesInStore(route) && !route.whileInactive,
    approval_invalid: route.approvable !== undefined,
    wrong_origin: isOfPerson(route) && route.method !== 'GET',
    password_change_required: isOfPerson(route) && !route.beforePasswordChange,
    not_found: route.params !== undefined,
    client_too_old: true,
    body_too_large: takesBody,
    unsupported_media_type: takesBody,
    // Unknown fields are refused, so this applies to routes without input too.
    validation_failed: true,
    key_reused: honoursKey(route),
    server_error: true,
    busy: !route.whenBusy,
    unavailable: true,
  };
}

/**
 * Returns every refusal of a route, implied or its own, by status. The API's document lists them, and tests compare
 * actual refusals with them.
 */
export function refusalsOf(route: Route): ErrorCode[] {
  const applies = implied(route);
  const codes = Object.keys(errorTable) as ErrorCode[];
  return codes.filter((code) => applies[code] || route.errors?.includes(code));
}
