import { customer, type Customer, type customers } from '#contract/customers.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { NoteChange, Session } from '../../http/call.ts';
import { requireCustomer } from './customers.guards.ts';
import { presentLoyaltyEntry } from './customers.present.ts';
import {
  claimPoints,
  insertLoyaltyEntry,
  selectLoyaltyEntries,
  selectLoyaltyIds,
  setPoints,
} from './loyalty.repository.ts';

const ROWS_A_PAGE = 10;

type PointsForm = RouteInput<typeof customers.addPoints>['body'];
type Caller = { session: Session; now: number; noteChange: NoteChange };

const notedPoints = customer.pick({ loyalty_points: true });

/** Gives a customer points by hand; 404 `customer_not_found`. */
export async function addPoints(
  writer: Writer,
  customerId: number,
  { points, reason }: PointsForm,
  { session, now, noteChange }: Caller,
): Promise<Customer> {
  const before = await requireCustomer(writer, customerId);
  const staffId = session.staff.id;
  await changePoints(writer, { customerId, points, reason, transactionId: null, staffId, now });
  const after = await requireCustomer(writer, customerId);
  noteChange(notedPoints, before, after);
  return after;
}

/** Takes points from a customer by hand; 404 `customer_not_found`, 422 for more than they have. */
export async function deductPoints(
  writer: Writer,
  customerId: number,
  form: PointsForm,
  caller: Caller,
): Promise<Customer> {
  await requireCustomer(writer, customerId);
  const balance = (await claimPoints(writer, customerId)) ?? 0;
  if (form.points > balance) {
    const there = balance === 1 ? '1 point is' : `${balance} points are`;
    throw fieldError('points', `Only ${there} there to deduct`);
  }
  return addPoints(writer, customerId, { ...form, points: -form.points }, caller);
}

/** Returns one page of a customer's loyalty entries, the newest first; 404 `customer_not_found`. */
export async function loyaltyLedger(
  reader: Reader,
  customerId: number,
  query: RouteInput<typeof customers.loyalty>['query'],
  { staff }: Session,
): Promise<RouteOutput<typeof customers.loyalty>> {
  await requireCustomer(reader, customerId);
  const ledger = {
    ids: selectLoyaltyIds(reader, customerId),
    rowsOf: (ids: readonly number[]) => selectLoyaltyEntries(reader, ids),
  };
  return readPage(reader, ledger, pagePlace(query, ROWS_A_PAGE), (row) =>
    presentLoyaltyEntry(row, staff.store_ids),
  );
}

export type PointsChange = {
  customerId: number;
  /** Given when positive, taken back when negative; a balance never goes below zero. */
  points: number;
  reason: string;
  transactionId: number | null;
  staffId: number;
  now: number;
};

/** Changes a customer's points and records who did it and why; returns by how much they really changed. */
export async function changePoints(writer: Writer, change: PointsChange): Promise<number> {
  if (change.points === 0) return 0;
  return changeClaimedPoints(writer, await claimPoints(writer, change.customerId), change);
}

/** Like `changePoints`, for callers who have claimed them. */
export function changeClaimedPoints(
  writer: Writer,
  before: number | null,
  { customerId, points, reason, transactionId, staffId, now }: PointsChange,
): number {
  if (points === 0) return 0;
  if (before === null) throw new ApiError('customer_not_found');
  const balance = Math.max(0, before + points);
  if (balance === before) return 0;
  setPoints(writer, customerId, balance);
  insertLoyaltyEntry(writer, {
    id: writer.nextId(),
    customer_id: customerId,
    points: balance - before,
    balance,
    reason,
    transaction_id: transactionId,
    staff_id: staffId,
    created_at: now,
  });
  return balance - before;
}
