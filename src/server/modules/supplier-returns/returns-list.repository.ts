import type { RouteInput } from '#contract/define-route.ts';
import type { supplierReturns } from '#contract/supplier-returns.ts';
import { numberParts, unitParts } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { findFewByCode, findSomeByCode } from '../../db/search-codes.ts';

type Query = Omit<RouteInput<typeof supplierReturns.list>['query'], 'page' | 'per_page'>;

/** Returns that are looked through for one search. */
const FOUND_MOST = 1000;

/** The ids of a store's returns that a query asks for, the newest first. */
export async function returnIds(reader: Reader, storeId: number, { search = '', ...query }: Query) {
  const { supplier_id, state } = query;
  const matching = reader
    .selectFrom('supplier_returns as return')
    .select('return.id')
    .where('return.store_id', '=', storeId)
    .$if(supplier_id !== undefined, (list) => list.where('return.supplier_id', '=', supplier_id ?? 0))
    .$if(state === 'away', (list) => list.whereRef('return.back_count', '<', 'return.units_count'))
    .$if(state === 'back', (list) => list.whereRef('return.back_count', '=', 'return.units_count'))
    .orderBy('return.created_at', 'desc')
    .orderBy('return.id', 'desc');
  if (search.trim() === '') return matching;
  const { ids } = await findSomeByCode(reader, 'return_codes', numberParts(search) ?? [], FOUND_MOST);
  const units = (await findFewByCode(reader, 'unit_codes', unitParts(search))) ?? [];
  return matching.where(({ eb, or, selectFrom }) =>
    or([
      eb('return.id', 'in', ids.length ? ids : [0]),
      eb(
        'return.id',
        'in',
        selectFrom('supplier_return_items as item')
          .select('item.supplier_return_id')
          .where('item.inventory_item_id', 'in', units.length ? units : [0]),
      ),
    ]),
  );
}
