import type { Reader, Writer } from '../../db/access.ts';

/** The trade-ins of one store that a list shows; instants are epoch milliseconds. */
export type TradeInFilter = {
  storeId: number;
  unitId?: number | undefined;
  state?: 'on_hold' | 'cleared' | 'given_back' | undefined;
  from?: number | undefined;
  before?: number | undefined;
};

const matching = (reader: Reader, { storeId, unitId, state, from, before }: TradeInFilter) =>
  reader
    .selectFrom('trade_ins as trade_in')
    .innerJoin('inventory_items as unit', 'unit.id', 'trade_in.inventory_item_id')
    .where('trade_in.store_id', '=', storeId)
    .$if(unitId !== undefined, (query) => query.where('trade_in.inventory_item_id', '=', unitId ?? 0))
    .$if(from !== undefined, (query) => query.where('trade_in.traded_in_at', '>=', from ?? 0))
    .$if(before !== undefined, (query) => query.where('trade_in.traded_in_at', '<', before ?? 0))
    .$if(state === 'on_hold', (query) =>
      query
        .where('unit.status', '=', 'on_hold')
        .whereRef('unit.created_at', '=', 'trade_in.traded_in_at')
        .where('trade_in.cleared_at', 'is', null)
        .where('trade_in.given_back_at', 'is', null),
    )
    .$if(state === 'cleared', (query) => query.where('trade_in.cleared_at', 'is not', null))
    .$if(state === 'given_back', (query) => query.where('trade_in.given_back_at', 'is not', null));

/** Selects the ids of the matching trade-ins, newest first. */
export const tradeInIds = (reader: Reader, filter: TradeInFilter) =>
  matching(reader, filter)
    .select('trade_in.id')
    .orderBy('trade_in.traded_in_at', 'desc')
    .orderBy('trade_in.id', 'desc');

/** Selects trade-ins with their units, their sales and the names of the people involved. */
const selectNamed = (reader: Reader) =>
  reader
    .selectFrom('trade_ins as trade_in')
    .innerJoin('inventory_items as unit', 'unit.id', 'trade_in.inventory_item_id')
    .innerJoin('stores as store', 'store.id', 'trade_in.store_id')
    .innerJoin('staff as taker', 'taker.id', 'trade_in.staff_id')
    .leftJoin('customers as customer', 'customer.id', 'trade_in.customer_id')
    .leftJoin('staff as clearer', 'clearer.id', 'trade_in.cleared_by_id')
    .leftJoin('staff as giver', 'giver.id', 'trade_in.given_back_by_id')
    .leftJoin('payments as payment', 'payment.id', 'trade_in.payment_id')
    .leftJoin('transactions as sale', 'sale.id', 'payment.transaction_id')
    .selectAll('trade_in')
    .select([
      'unit.status as unit_status',
      'unit.created_at as unit_came_at',
      'store.name as store_name',
      'taker.name as staff_name',
      'customer.name as customer_name',
      'clearer.name as clearer_name',
      'giver.name as giver_name',
      'payment.amount as payment_amount',
      'sale.id as sale_id',
      'sale.draft_number',
      'sale.invoice_number',
    ]);
export type NamedTradeIn = Awaited<ReturnType<ReturnType<typeof selectNamed>['executeTakeFirstOrThrow']>>;

/** Selects trade-ins by id, newest first. */
export const tradeInRows = (reader: Reader, ids: readonly number[]) =>
  selectNamed(reader)
    .where('trade_in.id', 'in', ids)
    .orderBy('trade_in.traded_in_at', 'desc')
    .orderBy('trade_in.id', 'desc');

export const findTradeIn = (reader: Reader, id: number, storeIds: readonly number[]) =>
  selectNamed(reader)
    .where('trade_in.id', '=', id)
    .where('trade_in.store_id', 'in', storeIds)
    .executeTakeFirst();

/** Finds the matching trade-ins after one, or the first ones, newest first. */
export async function findFollowing(
  reader: Reader,
  filter: TradeInFilter,
  { after, limit }: { after: NamedTradeIn | undefined; limit: number },
): Promise<NamedTradeIn[]> {
  const ids = await tradeInIds(reader, filter)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('trade_in.traded_in_at', '<', after?.traded_in_at ?? 0),
          eb.and([
            eb('trade_in.traded_in_at', '=', after?.traded_in_at ?? 0),
            eb('trade_in.id', '<', after?.id ?? 0),
          ]),
        ]),
      ),
    )
    .limit(limit)
    .execute();
  if (ids.length === 0) return [];
  return tradeInRows(
    reader,
    ids.map(({ id }) => id),
  ).execute();
}

/** Returns what the register keeps of a unit that is bought. */
export async function unitAsBought(writer: Writer, unitId: number) {
  return writer
    .selectFrom('inventory_items as unit')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select([
      'product.name as bought_product_name',
      'variation.name as bought_variation_name',
      'unit.serial_number as bought_serial_number',
      'unit.imei as bought_imei',
      'unit.imei2 as bought_imei2',
      'unit.condition_rating as bought_condition_rating',
    ])
    .where('unit.id', '=', unitId)
    .executeTakeFirstOrThrow();
}

/** Puts a unit on hold up for sale; false if it is not on hold since it came at an instant. */
export async function endHold(
  writer: Writer,
  unitId: number,
  { cameAt, now }: { cameAt: number; now: number },
): Promise<boolean> {
  const freed = await writer
    .updateTable('inventory_items')
    .set({ status: 'available', updated_at: now })
    .where('id', '=', unitId)
    .where('created_at', '=', cameAt)
    .where('status', '=', 'on_hold')
    .executeTakeFirst();
  return Number(freed.numUpdatedRows) === 1;
}
