import type { Reader } from '../../db/access.ts';

/** Finds the sales of a unit and what became of each, oldest first. */
export function findSalesOfUnit(reader: Reader, unitId: number) {
  return reader
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .innerJoin('stores as store', 'store.id', 'sale.store_id')
    .innerJoin('staff as seller', 'seller.id', 'sale.completed_by_id')
    .leftJoin('customers as customer', 'customer.id', 'sale.customer_id')
    .leftJoin('staff as voider', 'voider.id', 'sale.voided_by_id')
    .leftJoin('refunds as refund', 'refund.id', 'line.refund_id')
    .leftJoin('staff as refunder', 'refunder.id', 'refund.refunded_by_id')
    .leftJoin('refund_items as returned', (join) =>
      join
        .onRef('returned.refund_id', '=', 'line.refund_id')
        .onRef('returned.transaction_item_id', '=', 'line.id'),
    )
    .select((eb) => [
      'line.id as line_id',
      'line.warranty_months',
      'line.warranty_from',
      'line.refunded_at',
      'line.traded_in_at',
      'sale.id',
      eb.fn.coalesce('sale.invoice_number', 'sale.draft_number').as('number'),
      'sale.status',
      'sale.store_id',
      'store.name as store_name',
      'store.timezone',
      'store.zones_json',
      'sale.completed_at',
      'seller.id as seller_id',
      'seller.name as seller_name',
      'sale.customer_id',
      'customer.name as customer_name',
      'sale.voided_at',
      'sale.voided_by_id',
      'voider.name as voider_name',
      'sale.void_reason',
      'refund.reason as refund_reason',
      'refund.refunded_by_id',
      'refunder.name as refunder_name',
      'returned.disposition',
    ])
    .where('line.inventory_item_id', '=', unitId)
    .where('line.warranty_months', 'is not', null)
    .where('sale.completed_at', 'is not', null)
    .$narrowType<{ completed_at: number }>()
    .orderBy('sale.completed_at')
    .orderBy('line.id')
    .execute();
}
export type SaleOfUnit = Awaited<ReturnType<typeof findSalesOfUnit>>[number];
