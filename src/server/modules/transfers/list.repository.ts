import { sql } from 'kysely';
import { TOTAL_CAP } from '#contract/pages.ts';
import { numberParts, unitParts } from '#domain/search-key.ts';
import type { TransferStatus } from '#domain/transfers.ts';
import type { Reader } from '../../db/access.ts';
import { cappedTotal, type PagePlace, type Total } from '../../db/paging.ts';
import { findByCode, findFewByCode } from '../../db/search-codes.ts';
import { selectTransfers, type NamedTransfer } from './transfers.repository.ts';

type TransferFilter = {
  storeId: number;
  direction?: 'outgoing' | 'incoming';
  status?: TransferStatus | 'receiving' | 'differences';
};

type End = 'from_store_id' | 'to_store_id';

/** No transfer has the same store at both ends, so the results of the two ends never overlap. */
const endsOf = ({ direction }: TransferFilter): readonly End[] => {
  if (direction === 'outgoing') return ['from_store_id'];
  return direction === 'incoming' ? ['to_store_id'] : ['from_store_id', 'to_store_id'];
};

/** Selects the transfers with the store at one end; `areFew` if they are found by their ids, not in the store's order. */
const matchingAt = (reader: Reader, end: End, { storeId, status }: TransferFilter, areFew = false) =>
  reader
    .selectFrom('transfers as transfer')
    .select(['transfer.id', 'transfer.sent_at as place'])
    .where(areFew ? sql<number>`${sql.ref(`transfer.${end}`)} + 0` : `transfer.${end}`, '=', storeId)
    .$if(status !== undefined && status !== 'differences', (query) =>
      query.where('transfer.status', '=', status === 'receiving' ? 'in_transit' : (status as TransferStatus)),
    )
    .$if(status === 'receiving', (query) =>
      query.where(
        sql<number>`transfer.received_count + transfer.defective_count + transfer.lost_count + transfer.returned_count`,
        '>',
        0,
      ),
    )
    // A literal, so that the index of transfers with differences is used.
    .$if(status === 'differences', (query) =>
      query.where('transfer.has_differences', '=', sql.lit(1 as const)),
    );

/** Selects the newest of each end, in the order of its index. */
function newestOf(reader: Reader, filter: TransferFilter, limit: number) {
  const parts = endsOf(filter).map((end) => {
    const newest = matchingAt(reader, end, filter)
      .orderBy('transfer.sent_at', 'desc')
      .orderBy('transfer.id', 'desc')
      .limit(limit);
    return reader.selectFrom(newest.as('part')).select(['part.id', 'part.place']);
  });
  return parts.reduce((all, part) => all.unionAll(part));
}

const rowsOf = (reader: Reader, ids: readonly number[]) =>
  selectTransfers(reader)
    .where('transfer.id', 'in', ids)
    .orderBy('transfer.sent_at', 'desc')
    .orderBy('transfer.id', 'desc')
    .execute();

type Page = { rows: NamedTransfer[]; total: Total };

async function totalOf(reader: Reader, filter: TransferFilter): Promise<Total> {
  const totals = await Promise.all(
    endsOf(filter).map((end) => cappedTotal(reader, matchingAt(reader, end, filter))),
  );
  const count = totals.reduce((sum, total) => sum + total.count, 0);
  const capped = count > TOTAL_CAP || totals.some((total) => total.capped);
  return { count: Math.min(count, TOTAL_CAP), capped };
}

/** Finds one page of a store's transfers, newest first. */
export async function findPage(
  reader: Reader,
  filter: TransferFilter,
  { perPage, offset }: PagePlace,
): Promise<Page> {
  const page = await reader
    .selectFrom(newestOf(reader, filter, offset + perPage).as('merged'))
    .select('merged.id')
    .orderBy('merged.place', 'desc')
    .orderBy('merged.id', 'desc')
    .limit(perPage)
    .offset(offset)
    .execute();
  const ids = page.map(({ id }) => id);
  return { rows: ids.length ? await rowsOf(reader, ids) : [], total: await totalOf(reader, filter) };
}

/** Returns the sort value of the transfer whose id is in a column, if it matches the filter. */
const placeIn = (reader: Reader, filter: TransferFilter, id: string) => {
  const ends = endsOf(filter).map((end) =>
    matchingAt(reader, end, filter)
      .clearSelect()
      .select('transfer.sent_at')
      .whereRef('transfer.id', '=', sql.ref(id)),
  );
  return sql<number | null>`coalesce(${sql.join(
    ends.map((end) => sql`(${end})`),
    sql`, `,
  )}, null)`;
};

/** Finds transfers with a unit whose code contains the search text; none if too many units match. */
async function findByUnit(reader: Reader, filter: TransferFilter, search: string) {
  const units = await findFewByCode(reader, 'unit_codes', unitParts(search));
  if (!units?.length) return [];
  const carrying = reader
    .selectFrom('transfer_items as item')
    .select('item.transfer_id')
    .where('item.inventory_item_id', 'in', units);
  const parts = endsOf(filter).map((end) =>
    matchingAt(reader, end, filter, true).where('transfer.id', 'in', carrying),
  );
  return parts.reduce((all, part) => all.unionAll(part)).execute();
}

/** Finds one page of the transfers whose number, or a unit's code, contains the search text. */
export async function searchPage(
  reader: Reader,
  filter: TransferFilter,
  search: string,
  { perPage, offset }: PagePlace,
): Promise<Page> {
  const { found, capped } = await findByCode(reader, {
    table: 'transfer_codes',
    parts: numberParts(search) ?? [],
    direction: 'desc',
    newestFirst: true,
    placeOf: placeIn(reader, filter, 'hit.id'),
    first: {
      lists: endsOf(filter).length,
      rows: (limit) => sql`${newestOf(reader, filter, limit)}`,
    },
  });
  const places = new Map<number, number>();
  for (const { id, place } of [...found, ...(await findByUnit(reader, filter, search))]) {
    places.set(id, Number(place));
  }
  const ids = [...places].sort(([a, at], [b, bt]) => bt - at || b - a).map(([id]) => id);
  const page = ids.slice(offset, offset + perPage);
  return {
    rows: page.length ? await rowsOf(reader, page) : [],
    total: { count: Math.min(ids.length, TOTAL_CAP), capped: capped || ids.length > TOTAL_CAP },
  };
}
