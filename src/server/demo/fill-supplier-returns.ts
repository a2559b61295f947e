import { DAY } from '#domain/store-time.ts';
import { supplierReturnNumber } from '#domain/supplier-returns.ts';
import type { Writer } from '../db/access.ts';
import { insertUnits } from '../modules/units/units.public.ts';
import { insertReturn } from '../modules/supplier-returns/supplier-returns.public.ts';
import type { FilledVariation } from './fill-catalogue.ts';
import type { MakeUnit } from './fill-stock.ts';
import type { FilledStore } from './fill-stores.ts';
import { insertRows } from './insert-rows.ts';

type FillInput = {
  stores: FilledStore[];
  managerOf: (storeId: number) => number;
  variations: FilledVariation[];
  makeUnit: MakeUnit;
  now: number;
};
type Returned = { no: number; first: number; daysAgo: number; reference: string | null; reason: string };

const UNITS = 2;
const returned: readonly Returned[] = [
  { no: 1, first: 3, daysAgo: 34, reference: 'RMA-2291', reason: 'Dead on arrival' },
  { no: 2, first: 11, daysAgo: 6, reference: null, reason: 'Screens flicker' },
];

/** What the first store gave back to suppliers: of the older return one unit was repaired and came back. */
export async function fillSupplierReturns(writer: Writer, input: FillInput): Promise<void> {
  const { stores, managerOf, variations, makeUnit, now } = input;
  const [store] = stores;
  if (!store) throw new Error('The shop has no store');
  const by = managerOf(store.id);
  const bought = variations.filter((variation) => variation.identified !== 'none');
  for (const { no, first, daysAgo, ...said } of returned) {
    const created_at = now - daysAgo * DAY;
    const variation = bought[first % bought.length];
    if (!variation) throw new Error('The shop sells nothing with a serial number');
    const units = Array.from({ length: UNITS }, (_, place) => {
      const unit = makeUnit(variation, store.id, 'available', created_at - 40 * DAY);
      const isBack = no === 1 && place === 0;
      return { ...unit, status: isBack ? ('available' as const) : ('returned' as const), isBack };
    });
    const supplier_id = units[0]?.supplier_id ?? null;
    if (supplier_id === null) continue;
    await insertUnits(
      writer,
      units.map(({ isBack: _, ...unit }) => unit),
    );
    const came_back_at = created_at + 20 * DAY;
    await insertReturn(
      writer,
      {
        id: writer.nextId(),
        number: supplierReturnNumber(store.code, no),
        supplier_id,
        store_id: store.id,
        claim_no: 0,
        ...said,
        notes: null,
        created_at,
        created_by_id: by,
        units_count: UNITS,
        back_count: units.filter(({ isBack }) => isBack).length,
      },
      units.map(({ id, purchase_cost = null, isBack }) => ({
        inventory_item_id: id,
        was: 'defective',
        purchase_cost,
        ...(isBack ? { came_back_at, came_back_by_id: by, came_back_as: 'available' as const } : {}),
      })),
    );
  }
  const last_no = returned.length;
  await insertRows(writer, 'number_series', [{ store_id: store.id, kind: 'supplier_return', last_no }]);
}
