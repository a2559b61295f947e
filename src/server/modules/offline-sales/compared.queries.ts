import { sql } from 'kysely';
import type { ComparedSale, SettleDetail } from '#contract/offline-sales.ts';
import { lineName } from '#domain/sale.ts';
import { unitLabel } from '#domain/transfers.ts';
import { unitNumber } from '#domain/units.ts';
import type { Reader } from '../../db/access.ts';
import { statusNow, unitsWithProduct } from '../units/units.public.ts';
import { findPayments } from '../transactions/transactions.public.ts';

// What a sale that waits for a manager is compared with, and what may have left in the place of a disputed unit.

/** The most units that are offered of a variation: any other one is scanned. */
const CHOICES = 50;

/** Finds the recorded sale that some text of a till tells of, with who, where and when; undefined for one that is gone. */
const findHead = (reader: Reader, transactionId: number) =>
  reader
    .selectFrom('transactions as sale')
    .innerJoin('stores as store', 'store.id', 'sale.store_id')
    .innerJoin('staff', 'staff.id', 'sale.staff_id')
    .leftJoin('customers as customer', 'customer.id', 'sale.customer_id')
    .select((eb) => [
      'sale.id',
      'sale.status',
      'sale.draft_number',
      'sale.invoice_number',
      'sale.total_amount',
      'sale.change_due',
      'sale.dated_at',
      'sale.completed_at',
      'sale.store_id',
      'store.name as store_name',
      'sale.staff_id',
      'staff.name as staff_name',
      'sale.customer_id',
      'customer.name as customer_name',
      // What was sold with the server is in the entries of its moment.
      eb
        .selectFrom('till_entries as entry')
        .whereRef('entry.store_id', '=', 'sale.store_id')
        .whereRef('entry.at', '=', 'sale.completed_at')
        .whereRef('entry.transaction_id', '=', 'sale.id')
        .select((entry) => entry.fn.max('entry.till_id').as('till'))
        .as('till_id'),
    ])
    .where('sale.id', '=', transactionId)
    .executeTakeFirst();

/** Finds the first text that told of a sale; undefined for one that was made with the server. */
const findTelling = (reader: Reader, transactionId: number) =>
  reader
    .selectFrom('offline_sales')
    .select(['till_id', 'made_at', 'recorded_at'])
    .where('transaction_id', '=', transactionId)
    .orderBy('recorded_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

const findItems = (reader: Reader, transactionId: number) =>
  unitsWithProduct(reader)
    .innerJoin('transaction_items as line', 'line.inventory_item_id', 'unit.id')
    .select([
      'line.id as transaction_item_id',
      'line.final_price',
      'line.disputed',
      'unit.product_variation_id',
      'unit.imei',
      'unit.imei2',
      'unit.serial_number',
      'product.name as product_name',
      'variation.name as variation_name',
    ])
    .where('line.transaction_id', '=', transactionId)
    .orderBy('line.position')
    .execute();

/** Returns a recorded sale as it is compared with another one; null if it is not there. */
export async function compared(reader: Reader, transactionId: number): Promise<ComparedSale | null> {
  const head = await findHead(reader, transactionId);
  if (!head) return null;
  const telling = await findTelling(reader, transactionId);
  const tillId = telling?.till_id ?? head.till_id;
  const till = await reader
    .selectFrom('tills')
    .select(['name', 'code'])
    .where('id', '=', tillId ?? 0)
    .executeTakeFirst();
  const payments = (await findPayments(reader, transactionId)).filter(
    ({ deleted_at }) => deleted_at === null,
  );
  const soldAt = head.completed_at ?? head.dated_at;
  return {
    transaction_id: head.id,
    number: head.invoice_number ?? head.draft_number,
    status: head.status,
    made_at: telling?.made_at ?? soldAt,
    recorded_at: telling?.recorded_at ?? soldAt,
    is_offline: telling !== undefined,
    store: { id: head.store_id, name: head.store_name },
    till: till ?? null,
    staff: { id: head.staff_id, name: head.staff_name },
    customer:
      head.customer_id === null || head.customer_name === null
        ? null
        : { id: head.customer_id, name: head.customer_name },
    total_amount: head.total_amount,
    change_due: head.change_due,
    payments: payments.map(({ method, amount, status }) => ({ method, amount, status })),
    items: (await findItems(reader, transactionId)).map((item) => ({
      transaction_item_id: item.transaction_item_id,
      name: lineName(item),
      unit: item.disputed === 0 ? unitNumber(item) : null,
      product_variation_id: item.product_variation_id,
      final_price: item.final_price,
    })),
  };
}

/** Finds the units of some variations in a store that can be named by a code and that no sale has, those for sale first. */
export async function unitsToName(
  reader: Reader,
  variationIds: readonly number[],
  { storeId, now }: { storeId: number; now: number },
): Promise<SettleDetail['choices']> {
  const found = await Promise.all(
    variationIds.map((variationId) =>
      reader
        .selectFrom('inventory_items')
        .selectAll()
        .where('product_variation_id', '=', variationId)
        .where('store_id', '=', storeId)
        .where('sold_at', 'is', null)
        .where('status', 'not in', ['sold', 'returned'])
        .where((eb) =>
          eb.or([
            eb('imei', 'is not', null),
            eb('serial_number', 'is not', null),
            eb('qr_code', 'is not', null),
          ]),
        )
        .orderBy(sql`case status when 'available' then 0 when 'locked' then 1 else 2 end`)
        .orderBy('id')
        .limit(CHOICES)
        .execute(),
    ),
  );
  return found.flat().map((unit) => ({
    product_variation_id: unit.product_variation_id,
    code: unit.imei ?? unit.serial_number ?? unit.qr_code ?? '',
    label: unitLabel(unit),
    category: unit.category,
    status: statusNow(unit, now),
  }));
}
