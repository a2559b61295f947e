import { sql, type Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { unitsWithProduct } from '../units/units.public.ts';

/** Marks the lines of a voided sale as no longer live. */
export async function releaseLines(writer: Writer, transactionId: number): Promise<void> {
  await writer
    .updateTable('transaction_items')
    .set({ live: 0 })
    .where('transaction_id', '=', transactionId)
    .execute();
}

/** Marks lines as returned with a refund. */
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

type NewRefund = {
  refund: Insertable<Tables['refunds']>;
  items: readonly Insertable<Tables['refund_items']>[];
  payouts: readonly Insertable<Tables['refund_payouts']>[];
};

export async function insertRefund(writer: Writer, { refund, items, payouts }: NewRefund): Promise<void> {
  await writer.insertInto('refunds').values(refund).execute();
  if (items.length) await writer.insertInto('refund_items').values(items).execute();
  if (payouts.length) await writer.insertInto('refund_payouts').values(payouts).execute();
}

/** Finds the payouts of a sale's refunds so far. */
export function findPayouts(reader: Reader, transactionId: number) {
  return reader
    .selectFrom('refund_payouts as payout')
    .innerJoin('refunds', 'refunds.id', 'payout.refund_id')
    .select(['payout.refund_id', 'payout.method', 'payout.amount', 'payout.reference_number'])
    .where('refunds.transaction_id', '=', transactionId)
    .orderBy('refunds.created_at')
    .orderBy('payout.id')
    .execute();
}

const NO_REFUNDS = { writtenOff: 0, withheld: 0, rounding: 0, roundingBack: 0 };

/** Sums what a sale's refunds wrote off, withheld and rounded; reads nothing for a sale without returned lines. */
export async function sumRefundsOf(
  reader: Reader,
  transactionId: number,
  returned: ReadonlySet<number>,
): Promise<typeof NO_REFUNDS> {
  if (returned.size === 0) return NO_REFUNDS;
  const rows = await reader
    .selectFrom('refunds')
    .select(['written_off', 'withheld', 'cash_rounding', 'rounding_back'])
    .where('transaction_id', '=', transactionId)
    .execute();
  return {
    writtenOff: rows.reduce((sum, { written_off }) => sum + written_off, 0),
    withheld: rows.reduce((sum, { withheld }) => sum + withheld, 0),
    rounding: rows.reduce((sum, { cash_rounding }) => sum + cash_rounding, 0),
    roundingBack: rows.reduce((sum, { rounding_back }) => sum + rounding_back, 0),
  };
}

/** Finds a sale's refunds with their items and payouts, oldest first. */
export async function findRefunds(reader: Reader, transactionId: number) {
  const refunds = await reader
    .selectFrom('refunds')
    .innerJoin('staff', 'staff.id', 'refunds.refunded_by_id')
    .leftJoin('transactions as exchange', 'exchange.id', 'refunds.exchange_transaction_id')
    .select([
      'refunds.id',
      'refunds.amount',
      'refunds.exchange_transaction_id',
      'exchange.invoice_number as exchange_number',
      'refunds.withheld',
      'refunds.cash_rounding',
      'refunds.reason',
      'refunds.created_at',
      'refunds.refunded_by_id',
      'staff.name as refunded_by_name',
    ])
    .where('refunds.transaction_id', '=', transactionId)
    .orderBy('refunds.created_at')
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

/** Finds a refund whose value paid for another sale, with the sale that it is of, and its units and payouts. */
export async function findExchange(reader: Reader, refundId: number) {
  const [refund, items, payouts] = await Promise.all([
    reader
      .selectFrom('refunds')
      .innerJoin('transactions as sale', 'sale.id', 'refunds.transaction_id')
      .select([
        'refunds.id as refund_id',
        'refunds.amount',
        'refunds.cash_rounding',
        'refunds.reason',
        'sale.id as transaction_id',
        'sale.invoice_number',
      ])
      .where('refunds.id', '=', refundId)
      .executeTakeFirstOrThrow(),
    unitsWithProduct(reader)
      .innerJoin('transaction_items as line', 'line.inventory_item_id', 'unit.id')
      .innerJoin('refund_items as item', 'item.transaction_item_id', 'line.id')
      .select([
        'unit.id as inventory_item_id',
        'unit.serial_number',
        'unit.imei',
        'unit.imei2',
        'product.name as product_name',
        'variation.name as variation_name',
        'item.disposition',
        'item.amount',
      ])
      .where('item.refund_id', '=', refundId)
      .orderBy('line.position')
      .execute(),
    reader
      .selectFrom('refund_payouts')
      .select(['method', 'amount', 'reference_number'])
      .where('refund_id', '=', refundId)
      .orderBy('id')
      .execute(),
  ]);
  return { ...refund, items, payouts };
}

/** Worded like the index of these rows. */
const ofReceipts = sql<boolean>`action in ('transactions.printReceipt', 'transactions.emailReceipt')`;

/** Finds the reprints and mailings of a transaction's receipt, by whom, oldest first. */
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

/** Finds who approved a sale's void and refunds, by instant, from the till entries made then. */
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

/** Returns the names of some people by id. */
export async function findStaffNames(
  reader: Reader,
  staffIds: readonly (number | null)[],
): Promise<Map<number, string>> {
  const ids = staffIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const people = await reader.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}
