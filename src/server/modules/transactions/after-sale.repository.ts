import { sql, type Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

/** Says of a voided sale's lines that their units are not out with it any more. */
export async function releaseLines(writer: Writer, transactionId: number): Promise<void> {
  await writer
    .updateTable('transaction_items')
    .set({ live: 0 })
    .where('transaction_id', '=', transactionId)
    .execute();
}

/** Says of some lines that their units came back, and with which refund. */
export async function markReturned(
  writer: Writer,
  lineIds: readonly number[],
  returned: { refunded_at: number; refund_id: number },
): Promise<void> {
  if (lineIds.length === 0) return;
  await writer
    .updateTable('transaction_items')
    .set({ ...returned, live: 0 })
    .where('id', 'in', lineIds)
    .execute();
}

export type NewRefund = {
  refund: Insertable<Tables['refunds']>;
  items: readonly Insertable<Tables['refund_items']>[];
  payouts: readonly Insertable<Tables['refund_payouts']>[];
};

export async function insertRefund(writer: Writer, { refund, items, payouts }: NewRefund): Promise<void> {
  await writer.insertInto('refunds').values(refund).execute();
  if (items.length) await writer.insertInto('refund_items').values(items).execute();
  if (payouts.length) await writer.insertInto('refund_payouts').values(payouts).execute();
}

/** How money of a sale went back so far. */
export function findPayouts(reader: Reader, transactionId: number) {
  return reader
    .selectFrom('refund_payouts as payout')
    .innerJoin('refunds', 'refunds.id', 'payout.refund_id')
    .select(['payout.refund_id', 'payout.method', 'payout.amount', 'payout.reference_number'])
    .where('refunds.transaction_id', '=', transactionId)
    .orderBy('payout.id')
    .execute();
}

/** What the refunds of a sale wrote off, and what they kept back, together. */
export async function sumRefunds(reader: Reader, transactionId: number) {
  const rows = await reader
    .selectFrom('refunds')
    .select(['written_off', 'withheld'])
    .where('transaction_id', '=', transactionId)
    .execute();
  return {
    writtenOff: rows.reduce((sum, { written_off }) => sum + written_off, 0),
    withheld: rows.reduce((sum, { withheld }) => sum + withheld, 0),
  };
}

/** A sale's refunds with their items and payouts, in the order they were made. */
export async function findRefunds(reader: Reader, transactionId: number) {
  const refunds = await reader
    .selectFrom('refunds')
    .innerJoin('staff', 'staff.id', 'refunds.refunded_by_id')
    .select([
      'refunds.id',
      'refunds.amount',
      'refunds.withheld',
      'refunds.reason',
      'refunds.created_at',
      'refunds.refunded_by_id',
      'staff.name as refunded_by_name',
    ])
    .where('refunds.transaction_id', '=', transactionId)
    .orderBy('refunds.id')
    .execute();
  const items = await reader
    .selectFrom('refund_items as item')
    .innerJoin('transaction_items as line', 'line.id', 'item.transaction_item_id')
    .select(['item.refund_id', 'item.transaction_item_id', 'item.disposition', 'item.amount'])
    .where('line.transaction_id', '=', transactionId)
    .orderBy('line.position')
    .execute();
  const payouts = await findPayouts(reader, transactionId);
  return refunds.map((refund) => ({
    ...refund,
    items: items.filter((item) => item.refund_id === refund.id),
    payouts: payouts.filter((payout) => payout.refund_id === refund.id),
  }));
}

/** In the words of the index of these rows. */
const ofReceipts = sql<boolean>`action in ('transactions.printReceipt', 'transactions.emailReceipt')`;

/** When a transaction's receipt was printed again or mailed, and by whom, in their order. */
export function findReceiptEvents(reader: Reader, transactionId: number) {
  return reader
    .selectFrom('audit_log')
    .leftJoin('staff', 'staff.id', 'audit_log.staff_id')
    .select(['audit_log.action', 'audit_log.at', 'staff.name as by'])
    .where('audit_log.subject_id', '=', transactionId)
    .where(ofReceipts)
    .orderBy('audit_log.at')
    .orderBy('audit_log.id')
    .execute();
}

/** Who approved that a sale was voided or refunded, with the instant: what was entered then says so. */
export function findApprovers(
  reader: Reader,
  { id, store_id }: { id: number; store_id: number },
  takenBackAt: readonly number[],
) {
  return reader
    .selectFrom('till_entries as entry')
    .innerJoin('staff', 'staff.id', 'entry.approved_by_id')
    .select(['entry.at', 'staff.name'])
    .where('entry.store_id', '=', store_id)
    .where('entry.at', 'in', takenBackAt)
    .where('entry.transaction_id', '=', id)
    .where('entry.kind', 'in', ['void', 'refund'])
    .execute();
}

/** The names of some people by their ids. */
export async function findStaffNames(
  reader: Reader,
  staffIds: readonly (number | null)[],
): Promise<Map<number, string>> {
  const ids = staffIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const people = await reader.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}
