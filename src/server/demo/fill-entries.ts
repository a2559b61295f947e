import { payoutsOfVoid } from '#domain/refunds.ts';
import type { Insertable } from 'kysely';
import type { Writer } from '../db/access.ts';
import type { Tables } from '../db/tables.ts';
import {
  refundEntries,
  saleEntries,
  takenEntries,
  voidEntries,
} from '../modules/transactions/transactions.public.ts';
import type { NewEntry } from '../modules/shifts/shifts.public.ts';
import type { DemoSale } from './demo-sale.ts';
import { insertRows } from './insert-rows.ts';

/** What was entered at one time, and by whom. */
type Entered = { at: number | null; by: number | null; entries: NewEntry[] };

function enteredOf({ row, payments, refund }: DemoSale): Entered[] {
  return [
    { at: row.completed_at, by: row.staff_id, entries: saleEntries(row, row.change_due) },
    ...payments.map((payment) => ({
      at: payment.paid_at,
      by: payment.verified_by_id ?? payment.created_by_id,
      entries: takenEntries([payment]),
    })),
    {
      at: row.voided_at,
      by: row.voided_by_id,
      entries: row.voided_at === null ? [] : voidEntries(row, payoutsOfVoid(payments, row.change_due)),
    },
    ...(refund
      ? [
          {
            at: refund.row.created_at,
            by: refund.row.refunded_by_id,
            entries: refundEntries(row.id, { ...refund.row, payouts: refund.payouts }),
          },
        ]
      : []),
  ];
}

/** Enters the sales of the demo shop into its days, as a store without shifts does. */
export async function fillEntries(writer: Writer, sales: readonly DemoSale[]): Promise<void> {
  const rows = sales.flatMap((sale) =>
    enteredOf(sale).flatMap(({ at, by, entries }) =>
      entries.map((entry): Insertable<Tables['till_entries']> => ({
        quantity: 1,
        discount: 0,
        tax: 0,
        written_off: 0,
        ...entry,
        id: writer.nextId(),
        store_id: sale.row.store_id,
        at: at ?? sale.row.dated_at,
        staff_id: by ?? sale.row.staff_id,
      })),
    ),
  );
  await insertRows(writer, 'till_entries', rows);
}
