import { sql, type Kysely } from 'kysely';

const COLUMNS = `(id, store_id, at, kind, amount, quantity, discount, tax, written_off, staff_id, transaction_id, invoice_no)`;
const isEntered = (kind: string) =>
  `in (select transaction_id from till_entries where kind = '${kind}' and transaction_id is not null)`;

/**
 * What was sold and taken back before it was entered, so that the days of then agree with their reports; each entry has the
 * id of a row of its sale that no other entry has: of its first line, below zero for a void, or of the refund.
 */
export const enterSales = [
  `insert into till_entries ${COLUMNS}
    select min(line.id), sale.store_id, sale.completed_at, 'sale', sale.total_amount, 1, sale.discount_amount,
      sale.tax_amount, 0, coalesce(sale.completed_by_id, sale.staff_id), sale.id, sale.invoice_no
    from transactions sale join transaction_items line on line.transaction_id = sale.id
    where sale.completed_at is not null and sale.id not ${isEntered('sale')}
    group by sale.id`,
  `insert into till_entries ${COLUMNS}
    select -min(line.id), sale.store_id, sale.voided_at, 'void', sale.total_amount, 1, 0, sale.tax_amount, 0,
      coalesce(sale.voided_by_id, sale.staff_id), sale.id, null
    from transactions sale join transaction_items line on line.transaction_id = sale.id
    where sale.voided_at is not null and sale.id not ${isEntered('void')}
    group by sale.id`,
  `insert into till_entries ${COLUMNS}
    select refund.id, refund.store_id, refund.created_at, 'refund', refund.amount, 1, 0, refund.tax, refund.written_off,
      refund.refunded_by_id, refund.transaction_id, null
    from refunds refund where refund.transaction_id not ${isEntered('refund')}`,
];

/** The sales of before, entered as later ones are. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const text of enterSales) await sql.raw(text).execute(database);
}
