const COLUMNS = `(id, store_id, at, kind, amount, quantity, discount, tax, written_off, staff_id, transaction_id, invoice_no)`;
const isEntered = (kind: string) =>
  `in (select transaction_id from till_entries where kind = '${kind}' and transaction_id is not null)`;

/** A new id for each selected row. */
const NEW_ID = `(select next_id from id_blocks where name = 'all') + row_number() over () - 1`;
const takeIds = `update id_blocks set next_id = (select max(id) + 1 from till_entries)
  where name = 'all' and next_id <= (select max(id) from till_entries)`;

/** Statements that make the entries of sales, voids and refunds that were written past the server. */
export const enterSales = [
  `insert into till_entries ${COLUMNS}
    select ${NEW_ID}, sale.store_id, sale.completed_at, 'sale', sale.total_amount, 1, sale.discount_amount,
      sale.tax_amount, 0, coalesce(sale.completed_by_id, sale.staff_id), sale.id, sale.invoice_no
    from transactions sale where sale.completed_at is not null and sale.id not ${isEntered('sale')}`,
  takeIds,
  `insert into till_entries ${COLUMNS}
    select ${NEW_ID}, sale.store_id, sale.voided_at, 'void', sale.total_amount, 1, 0, sale.tax_amount, 0,
      coalesce(sale.voided_by_id, sale.staff_id), sale.id, null
    from transactions sale where sale.voided_at is not null and sale.id not ${isEntered('void')}`,
  takeIds,
  `insert into till_entries ${COLUMNS}
    select ${NEW_ID}, refund.store_id, refund.created_at, 'refund', refund.amount, 1, 0, refund.tax, refund.written_off,
      refund.refunded_by_id, refund.transaction_id, null
    from refunds refund where refund.transaction_id not ${isEntered('refund')}`,
  takeIds,
];
