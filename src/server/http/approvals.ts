import type { FastifyRequest } from 'fastify';
import { APPROVAL_HEADER } from '#contract/headers.ts';
import { approvedPermission, approvedTerms, type Route } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { ApprovalAct } from '#domain/approvals.ts';
import { can } from '#domain/permissions.ts';
import { CLIENT_VERSION_HEADER, isOlder } from '#domain/version.ts';
import type { Reader, Writer } from '../db/access.ts';
import { targetIn, valueIn } from './audit.ts';
import type { Approval, Session } from './call.ts';

/** The act that an approval must have been given for. */
export type Approved = {
  token: string;
  act: ApprovalAct;
  /** The id in the call's path, or in its body's field that names the target; null without one. */
  targetId: number | null;
  /** Centavos; null where the route binds no amount, and of a till that names none. */
  amount: number | null;
  /** The lines; null where the route binds none, and of a till that names none. */
  itemIds: readonly number[] | null;
  sessionId: number;
  /** The text of the device that asks. */
  tillKey: string | null;
  storeId: number;
  now: number;
};

/** `isOpen`: unused, not expired, and its approver may still give it. */
export type FoundApproval = Approval & { isOpen: boolean };

/** The store of approvals, so that the mount depends on no module. */
export type Approvals = {
  find: (reader: Reader, wanted: Approved) => Promise<FoundApproval | null>;
  /** Marks it as used; false if it was used meanwhile. */
  use: (writer: Writer, approvalId: number, now: number) => Promise<boolean>;
};

const headerOf = (request: FastifyRequest) => request.headers[APPROVAL_HEADER.toLowerCase()];

/**
 * True if a caller without the permission names an approval. It replaces the act's own permission only: the caller must
 * hold the route's other ones, such as that to sell.
 */
export const namesApproval = (route: Route, request: FastifyRequest): boolean =>
  route.permission === approvedPermission(route) && headerOf(request) !== undefined;

const actOf = (approvable: NonNullable<Route['approvable']>, body: unknown): ApprovalAct | undefined =>
  typeof approvable === 'string'
    ? approvable
    : approvable.acts.find((act) => act === valueIn(body, approvable.field));

/** The version from which on tills have amounts and lines approved. */
const NAMES_TERMS = '1.1.0';

/** Returns the amount and the lines that the approval must have been given for; 403 `approval_invalid` where the call leaves one out. */
function termsOf(
  route: Route,
  { headers }: FastifyRequest,
  body: unknown,
): Pick<Approved, 'amount' | 'itemIds'> {
  const version = headers[CLIENT_VERSION_HEADER];
  if (typeof version === 'string' && isOlder(version, NAMES_TERMS)) return { amount: null, itemIds: null };
  const { amount, item_ids } = approvedTerms(route, body);
  const isLeftOut =
    (route.approvedAmount !== undefined && amount === undefined) ||
    (route.approvedItems !== undefined && item_ids === undefined);
  if (isLeftOut) throw new ApiError('approval_invalid');
  return { amount: amount ?? null, itemIds: item_ids ?? null };
}

/**
 * Returns the approval that a request names, given for this very act; null if the caller needs or names none. It may be
 * used already: the answer of what was done with it is repeated. 403 `approval_invalid` if it was given for another act,
 * amount, lines, store, till or person.
 */
export async function approvalOf(
  reader: Reader,
  approvals: Approvals | undefined,
  route: Route,
  request: FastifyRequest,
  call: Pick<Approved, 'tillKey' | 'now'> & {
    session: Session | null;
    storeId: number | null;
    params: unknown;
    body: unknown;
  },
): Promise<FoundApproval | null> {
  const { session, storeId, tillKey, params, body, now } = call;
  const { approvable } = route;
  const token = headerOf(request);
  const permission = approvedPermission(route);
  if (!approvable || permission === null || token === undefined || !session) return null;
  if (can(session.staff, permission)) return null;
  const act = actOf(approvable, body);
  if (!approvals || act === undefined || storeId === null || typeof token !== 'string')
    throw new ApiError('approval_invalid');
  const wanted = {
    token,
    act,
    targetId: targetIn(route, { params, body }),
    ...termsOf(route, request, body),
    sessionId: session.id,
    tillKey,
    storeId,
    now,
  };
  const found = await approvals.find(reader, wanted);
  if (!found) throw new ApiError('approval_invalid');
  return found;
}
