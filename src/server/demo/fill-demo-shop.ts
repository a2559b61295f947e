import type { Insertable } from 'kysely';
import { payoutsOfVoid } from '#domain/refunds.ts';
import { DAY } from '#domain/store-time.ts';
import { supplierReturnNumber } from '#domain/supplier-returns.ts';
import type { Database, Writer } from '../db/access.ts';
import type { Tables } from '../db/tables.ts';
import type { NewEntry } from '../modules/shifts/shifts.public.ts';
import { changeSettings } from '../modules/settings/settings.public.ts';
import { hashPassword } from '../modules/staff/staff.public.ts';
import { insertReturn } from '../modules/supplier-returns/supplier-returns.public.ts';
import {
  refundEntries,
  saleEntries,
  takenEntries,
  voidEntries,
} from '../modules/transactions/transactions.public.ts';
import { insertUnits, noteUnitEvent } from '../modules/units/units.public.ts';
import type { DemoSale } from './demo-sale.ts';
import { dayOpenAt, pastOnly } from './demo-day.ts';
import { fillCatalogue, type FilledVariation } from './fill-catalogue.ts';
import { fillCounts } from './fill-counts.ts';
import { fillOrders } from './fill-orders.ts';
import { type FilledPeople, fillPeople } from './fill-people.ts';
import { fillPhotos, readDemoPhotos } from './fill-photos.ts';
import { fillQrCodes } from './fill-qr-codes.ts';
import { fillSales } from './fill-sales.ts';
import { fillStock, type MakeUnit } from './fill-stock.ts';
import { type FilledStore, fillStores } from './fill-stores.ts';
import { fillSuppliers } from './fill-suppliers.ts';
import { fillTransfers } from './fill-transfers.ts';
import { insertRows } from './insert-rows.ts';
import { seededRandom } from './random.ts';

/** The histories of the last phones of each store, newest first. */
const HISTORIES = [
  [{ kind: 'defective', reason: 'Screen stays black', age: 3 }],
  [
    { kind: 'defective', reason: 'Loudspeaker crackles', age: 9 },
    { kind: 'repaired', reason: 'New loudspeaker', age: 5 },
  ],
  [{ kind: 'lost', reason: 'Not in its place at the Monday check', age: 5 }],
] as const;

const STATUS = { defective: 'defective', repaired: 'available', lost: 'lost' } as const;

/** Marks some units as defective, lost or repaired, with their events. */
async function fillUnitHistory(
  writer: Writer,
  { stores, people, now }: { stores: FilledStore[]; people: FilledPeople; now: number },
): Promise<void> {
  for (const { id: storeId } of stores) {
    const phones = await writer
      .selectFrom('inventory_items')
      .select('id')
      .where('store_id', '=', storeId)
      .where('status', '=', 'available')
      .where('imei', 'is not', null)
      .where('created_at', '<', now - 10 * DAY)
      .orderBy('id', 'desc')
      .limit(HISTORIES.length)
      .execute();
    for (const [place, { id: unitId }] of phones.entries()) {
      for (const { kind, reason, age } of HISTORIES[place] ?? []) {
        const at = now - age * DAY;
        await noteUnitEvent(
          writer,
          { unitId, kind, at, staffId: people.managerOf(storeId), storeId },
          { reason },
        );
        await writer
          .updateTable('inventory_items')
          .set({ status: STATUS[kind], updated_at: at })
          .where('id', '=', unitId)
          .execute();
      }
    }
  }
}

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

/** Fills the supplier returns of the first store: one unit of the older return was repaired and came back. */
async function fillSupplierReturns(writer: Writer, input: FillInput): Promise<void> {
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

/** Entries with the time and the person that made them. */
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

/** Enters the sales of the demo shop into the entries of their days, as a store without shifts does. */
async function fillEntries(writer: Writer, sales: readonly DemoSale[]): Promise<void> {
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

export const DEMO_PASSWORD = 'demo-pass-1';
/** The PIN by which the store manager approves at the till. */
const DEMO_PIN = '246810';

/** More ids than the demo shop's rows. */
const DEMO_IDS = 40_000;
const SEED = 20_261_121;

/**
 * Fills an empty database with the demo shop, in one transaction; returns false, and does nothing, if it has any data.
 * The same instant gives the same shop. With `isOpen` it is open now, at any hour, has sold since it opened, and charges pesos
 * on every screen; without, it ends with its last day, and shows the currencies of the specification.
 */
export async function fillDemoShop(
  database: Database,
  now: number,
  { isOpen = false }: { isOpen?: boolean } = {},
): Promise<boolean> {
  if (await database.reader.selectFrom('stores').select('id').executeTakeFirst()) return false;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const pinHash = await hashPassword(DEMO_PIN);
  const photos = await readDemoPhotos();
  const random = seededRandom(SEED);
  await database.write(async (writer) => {
    const day = isOpen ? dayOpenAt(now) : pastOnly;
    const stores = await fillStores(writer, { now, day });
    const people = await fillPeople(writer, { stores, passwordHash, pinHash, random, now });
    const variations = await fillCatalogue(writer, { random, now });
    const supplierOf = await fillSuppliers(writer, now);
    const stock = await fillStock(writer, { stores, variations, supplierOf, random, now });
    await fillUnitHistory(writer, { stores, people, now });
    const sales = await fillSales(writer, { stores, people, variations, stock, random, day, now });
    // Last, so that the random sequence of the other parts is independent of them.
    const { managerOf } = people;
    const input = { stores, managerOf, variations, makeUnit: stock, now };
    await fillTransfers(writer, input);
    await fillCounts(writer, input);
    await fillSupplierReturns(writer, input);
    await fillOrders(writer, { ...input, supplierOf });
    await fillQrCodes(writer, input);
    await fillPhotos(writer, { photos, staffId: managerOf(stores[0]?.id ?? 0), now });
    await fillEntries(writer, sales);
    if (isOpen)
      await changeSettings(writer, { pesos_everywhere: true }, { noteChange: () => undefined, now });
  }, DEMO_IDS);
  return true;
}
