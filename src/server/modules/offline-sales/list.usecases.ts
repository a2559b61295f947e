import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import {
  type offlineSales,
  saleToSettle,
  type SaleToSettle,
  type SettleDetail,
} from '#contract/offline-sales.ts';
import { startOfMonth } from '#domain/calendar-dates.ts';
import { namedOrNull } from '#domain/named.ts';
import { isOwnEntry } from '#domain/offline-sales.ts';
import { startOfDate, storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import { toShape } from '../../http/to-shape.ts';
import { getStore } from '../stores/stores.public.ts';
import { findCredential, missingOf } from '../tills/tills.public.ts';
import { disputesIn, reasonsIn } from '../transactions/transactions.public.ts';
import { compared, unitsToName } from './compared.queries.ts';
import * as rows from './offline-sales.repository.ts';

const SALES_A_PAGE = 20;

type Known = {
  /** The lines that wait for their unit. */
  disputed: ReadonlySet<number>;
  /** The lines of each sale. */
  goods: ReadonlyMap<number, { first: string; count: number }>;
  /** When each sale was completed that has the unit of another one. */
  soldAt: ReadonlyMap<number, number>;
  /** What arrived after an entry “sales may be missing” was made, by the entry’s id. */
  came: ReadonlyMap<number, SaleToSettle['came_since']>;
};

/** Finds what arrived after each entry “sales may be missing” was made, by the entry’s id. */
async function findCame(
  reader: Reader,
  found: readonly rows.ListedRow[],
): Promise<Map<number, SaleToSettle['came_since']>> {
  const came = new Map<number, SaleToSettle['came_since']>();
  for (const row of found) {
    if (row.state !== 'lost' || row.credential_id === null) continue;
    const credential = await findCredential(reader, row.credential_id);
    const hadEnded = credential.ended_at !== null && credential.ended_at <= row.recorded_at;
    const last = await rows.findCameSince(reader, row, { hadEnded });
    came.set(row.id, {
      count: last?.count ?? 0,
      last: last ? { number: last.number, recorded_at: last.recorded_at } : null,
      // By its numbers alone, whatever the till told of sales that wait.
      missing: missingOf({ ...credential, waiting: 0 }),
    });
  }
  return came;
}

/** Finds what is told of some entries beside their rows. */
async function findKnown(reader: Reader, found: readonly rows.ListedRow[]): Promise<Known> {
  const sales = found.flatMap(({ transaction_id }) => transaction_id ?? []);
  const others = found.flatMap((row) => disputesIn(row)[0]?.other_sale?.transaction_id ?? []);
  return {
    disputed: await rows.findDisputedLines(reader, sales),
    goods: await rows.findGoods(reader, sales),
    soldAt: await rows.findSaleTimes(reader, others),
    came: await findCame(reader, found),
  };
}

const disputedOf = (row: rows.ListedRow, { disputed }: Known) =>
  disputesIn(row).filter(({ transaction_item_id: id }) => row.is_open === 0 || disputed.has(id));

const present = (row: rows.ListedRow, known: Known, session: Session): SaleToSettle =>
  toShape(saleToSettle, row, {
    till: { id: row.till_id, name: row.till_name, code: row.till_code },
    number: row.state === 'lost' ? null : row.number,
    staff: namedOrNull(row.staff_id, row.staff_name),
    transaction:
      row.transaction_id === null || row.invoice_number === null
        ? null
        : { id: row.transaction_id, invoice_number: row.invoice_number },
    shift:
      row.shift_id === null || row.shift_number === null
        ? null
        : { id: row.shift_id, number: row.shift_number },
    reasons: reasonsIn(row),
    disputed: disputedOf(row, known),
    first_item: known.goods.get(row.transaction_id ?? 0)?.first ?? null,
    items_count: known.goods.get(row.transaction_id ?? 0)?.count ?? 0,
    other_sale_at: known.soldAt.get(disputedOf(row, known)[0]?.other_sale?.transaction_id ?? 0) ?? null,
    came_since: known.came.get(row.id) ?? null,
    is_own: isOwnEntry(row, session.staff),
    settled_by: namedOrNull(row.settled_by_id, row.settler_name),
  });

/** Lists a store's sales to settle, the worst first, then the oldest, or those that were, the last first. */
export async function listSales(
  reader: Reader,
  query: RouteInput<typeof offlineSales.list>['query'],
  { session, storeId }: { session: Session; storeId: number },
): Promise<RouteOutput<typeof offlineSales.list>> {
  const listed = {
    ids: rows.selectIds(reader, storeId, query),
    rowsOf: (ids: readonly number[]) => ({
      execute: async () => {
        const found = await rows.selectRows(reader, ids).execute();
        const byId = new Map(found.map((row) => [row.id, row]));
        const known = await findKnown(reader, found);
        return ids.flatMap((id) => byId.get(id) ?? []).map((row) => ({ row, known }));
      },
    }),
  };
  return readPage(reader, listed, pagePlace(query, SALES_A_PAGE), ({ row, known }) =>
    present(row, known, session),
  );
}

/** Counts what waits in a store and what was settled since the month began there, and names its tills. */
export async function summarise(
  reader: Reader,
  { storeId, now }: { storeId: number; now: number },
): Promise<RouteOutput<typeof offlineSales.summary>> {
  const zones = zonesOf(await getStore(reader, storeId));
  return {
    open: await rows.countToSettle(reader, storeId),
    settled_this_month: await rows.countSettledSince(
      reader,
      storeId,
      startOfDate(startOfMonth(storeDate(now, zones)), zones),
    ),
    tills: await rows.findTills(reader, storeId),
  };
}

/** Returns an entry with the sales that have its units, and the units that may have left. 404 `transaction_not_found`. */
export async function showToSettle(
  reader: Reader,
  offlineSaleId: number,
  { session, storeId, now }: { session: Session; storeId: number; now: number },
): Promise<SettleDetail> {
  const [row] = await rows.selectRows(reader, [offlineSaleId]).where('sale.store_id', '=', storeId).execute();
  if (!row) throw new ApiError('transaction_not_found');
  const known = await findKnown(reader, [row]);
  const disputed = disputedOf(row, known);
  const others = new Set(disputed.flatMap(({ other_sale }) => other_sale?.transaction_id ?? []));
  const variations = new Set(disputed.map(({ product_variation_id: id }) => id));
  const other_sales = await Promise.all([...others].map((id) => compared(reader, id)));
  return {
    ...present(row, known, session),
    sale: row.transaction_id === null ? null : await compared(reader, row.transaction_id),
    other_sales: other_sales.filter((sale) => sale !== null),
    choices: row.is_open === 1 ? await unitsToName(reader, [...variations], { storeId, now }) : [],
  };
}
