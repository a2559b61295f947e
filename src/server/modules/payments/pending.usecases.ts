import type { RouteOutput } from '#contract/define-route.ts';
import type { payments, PendingPayment, Tally } from '#contract/payments.ts';
import { daysSince } from '#domain/calendar-dates.ts';
import { dueOn } from '#domain/payments.ts';
import { storeDate } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { getStore } from '../stores/stores.public.ts';
import { presentPayments } from '../transactions/transactions.public.ts';
import { findPending } from './payments.repository.ts';

const tally = (pending: readonly PendingPayment[]): Tally => ({
  count: pending.length,
  total: pending.reduce((sum, payment) => sum + payment.amount, 0),
});

/** The payments of a store that nobody has seen arrive yet, by when they are expected. */
export async function pendingPayments(
  reader: Reader,
  storeId: number,
  now: number,
): Promise<RouteOutput<typeof payments.pending>> {
  const { timezone } = await getStore(reader, storeId);
  const today = storeDate(now, timezone);
  const rows = await findPending(reader, storeId);
  const presented = await presentPayments(reader, rows);
  const pending = rows.flatMap((row, index): PendingPayment[] => {
    const payment = presented[index];
    if (!payment) return [];
    const transaction = {
      id: row.transaction_id,
      transaction_number: row.draft_number,
      invoice_number: row.invoice_number,
      status: row.transaction_status,
      customer_name: row.customer_name,
    };
    const due = dueOn(row.expected_date, today);
    const age_days = daysSince(row.expected_date ?? storeDate(row.created_at, timezone), today);
    return [{ ...payment, transaction, due, age_days }];
  });
  const byMethod = Map.groupBy(pending, (payment) => payment.method);
  return {
    payments: pending,
    count: pending.length,
    total_pending: tally(pending).total,
    expected_today: tally(pending.filter(({ due }) => due === 'today')),
    overdue: tally(pending.filter(({ due }) => due === 'overdue')),
    by_method: Object.fromEntries([...byMethod].map(([method, group]) => [method, tally(group)])),
  };
}
