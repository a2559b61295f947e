import { ApiError } from '#contract/errors.ts';
import type { Writer } from '../../db/access.ts';
import { claimPoints, insertLoyaltyEntry, setPoints } from './loyalty.repository.ts';

export type PointsChange = {
  customerId: number;
  /** Given when positive, taken back when negative; a balance never goes below zero. */
  points: number;
  reason: string;
  transactionId: number | null;
  staffId: number;
  now: number;
};

/** Changes a customer's points and keeps who did it and why; returns by how much they really changed. */
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
