import { ApiError, fieldError } from '#contract/errors.ts';
import type { Customer, customers } from '#contract/customers.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { cappedTotal, pageAnswer, pagePlace } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import {
  claimPoints,
  findLoyaltyEntries,
  insertLoyaltyEntry,
  loyaltyEntryIds,
  setPoints,
} from './customers.repository.ts';
import { requireCustomer } from './customers.usecases.ts';

const ROWS_A_PAGE = 10;

export type PointsChange = {
  customerId: number;
  /** Given when positive, taken back when negative; a balance never goes below zero. */
  points: number;
  reason: string;
  transactionId: number | null;
  staffId: number;
  now: number;
};

/** Changes a customer's points and keeps who did it and why; answers by how much they really changed. */
export async function changePoints(
  writer: Writer,
  { customerId, points, reason, transactionId, staffId, now }: PointsChange,
): Promise<number> {
  if (points === 0) return 0;
  const before = await claimPoints(writer, customerId);
  if (before === null) throw new ApiError('customer_not_found');
  const balance = Math.max(0, before + points);
  if (balance === before) return 0;
  await setPoints(writer, customerId, balance);
  await insertLoyaltyEntry(writer, {
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

type PointsForm = RouteInput<typeof customers.addPoints>['body'];
type Caller = { session: Session; now: number };

/** Gives a customer points by hand; 404 `customer_not_found`. */
export async function addPoints(
  writer: Writer,
  customerId: number,
  { points, reason }: PointsForm,
  { session, now }: Caller,
): Promise<Customer> {
  await requireCustomer(writer, customerId);
  const staffId = session.staff.id;
  await changePoints(writer, { customerId, points, reason, transactionId: null, staffId, now });
  return requireCustomer(writer, customerId);
}

/** Takes points from a customer by hand; 404 `customer_not_found`, 422 for more than there are. */
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

/** One page of a customer's ledger of points, the newest first; 404 `customer_not_found`. */
export async function loyaltyLedger(
  reader: Reader,
  customerId: number,
  query: RouteInput<typeof customers.loyalty>['query'],
): Promise<RouteOutput<typeof customers.loyalty>> {
  await requireCustomer(reader, customerId);
  const place = pagePlace(query, ROWS_A_PAGE);
  const rows = await findLoyaltyEntries(reader, customerId, place);
  const entries = rows.map(({ staff_id, staff_name, ...entry }) => ({
    ...entry,
    staff: { id: staff_id, name: staff_name },
  }));
  return pageAnswer(entries, await cappedTotal(reader, loyaltyEntryIds(reader, customerId)), place);
}
