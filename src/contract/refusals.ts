import { isReadRoute, type Route } from './define-route.ts';
import { errorTable, type ErrorCode } from './errors.ts';

/** Whether a route's answer is kept under the caller's Idempotency-Key. */
export const honoursKey = (route: Route): boolean =>
  !isReadRoute(route) && route.permission !== 'public' && !route.secret;

/** Whether a route changes something inside of a store. */
export const writesInStore = (route: Route): boolean => route.scope === 'store' && !isReadRoute(route);

/** The refusals that follow from what a route declares, without being named by it. */
function implied(route: Route): Partial<Record<ErrorCode, boolean>> {
  const isPublic = route.permission === 'public';
  const takesBody = route.body !== undefined;
  return {
    invalid_json: takesBody && !route.upload,
    unauthenticated: !isPublic,
    forbidden: !isPublic && route.permission !== 'signed_in',
    foreign_store: !isPublic && !route.inNoStore,
    store_inactive: writesInStore(route) && !route.whileInactive,
    approval_invalid: route.approvable !== undefined,
    wrong_origin: !isPublic && route.method !== 'GET',
    password_change_required: !isPublic && !route.beforePasswordChange,
    not_found: route.params !== undefined,
    client_too_old: true,
    body_too_large: takesBody,
    unsupported_media_type: takesBody,
    // What a route does not know is refused, so that one that takes nothing can refuse something, too.
    validation_failed: true,
    key_reused: honoursKey(route),
    server_error: true,
    busy: !route.whenBusy,
  };
}

/**
 * Every refusal that a route may answer with, implied or its own, by status. The API's document lists them, and the tests
 * compare whatever they are refused with.
 */
export function refusalsOf(route: Route): ErrorCode[] {
  const applies = implied(route);
  const codes = Object.keys(errorTable) as ErrorCode[];
  return codes.filter((code) => applies[code] || route.errors?.includes(code));
}
