import { ApiError, fieldError } from '#contract/errors.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { countForm, type counts, type StockCount } from '#contract/counts.ts';
import { countNumber, scopeKey, type CountScope } from '#domain/counts.ts';
import { namedOrNull } from '#domain/named.ts';
import { REPORT_PAUSE } from '#domain/offline-sales.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, nullsOf, updatedColumns } from '../../db/columns.ts';
import { takeNumber } from '../../db/number-series.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { NoteTarget, Session } from '../../http/call.ts';
import { detailsOfElsewhere, getStore, isOwn, refuseInactive } from '../stores/stores.public.ts';
import { findTillsSilent, findTillsWaiting } from '../tills/tills.public.ts';
import { claimCount } from './counts.locks.ts';
import { presentCount, presentRow } from './counts.present.ts';
import * as rows from './counts.repository.ts';
import { countInStock, countPaidFor, countUncounted } from './scope.repository.ts';
import { findPart } from './counts.repository.ts';

export type CountCaller = { session: Session; storeId: number; now: number };

const COUNTS_A_PAGE = 20;
/** Milliseconds after which a till that told nothing is not connected. */
const SILENCE = 1.5 * REPORT_PAUSE;

/** Returns one page of a store's counts, the newest first. */
export function listCounts(
  reader: Reader,
  { status, ...page }: RouteInput<typeof counts.list>['query'],
  storeId: number,
): Promise<RouteOutput<typeof counts.list>> {
  const listed = {
    ids: rows.countIds(reader, storeId, status),
    rowsOf: (ids: readonly number[]) => rows.countRows(reader, ids),
  };
  return readPage(reader, listed, pagePlace(page, COUNTS_A_PAGE), presentRow);
}

/** Returns a count of the store with its progress; 404 `count_not_found`. */
export async function showCount(
  reader: Reader,
  countId: number,
  { session, storeId, now }: CountCaller,
): Promise<StockCount> {
  const row = await rows.findCount(reader, countId, storeId);
  if (!row) {
    const elsewhere = await rows.findStoreOfCount(reader, countId);
    throw new ApiError('count_not_found', {
      details: await detailsOfElsewhere(reader, session, elsewhere?.store_id),
    });
  }
  const tallies = await rows.findTallies(reader, countId);
  const sum = (kind: 'found' | 'unexpected' | 'sold' | 'unknown') =>
    tallies.reduce((total, tally) => total + tally[kind], 0);
  const people = tallies.map(({ id, name, found, unexpected, sold, last_at, last_type_id, type_name }) => ({
    staff: { id, name },
    units: found + unexpected + sold,
    last_at,
    product_type: namedOrNull(last_type_id, type_name),
  }));
  const isOpen = row.status === 'open';
  const progress = {
    found: sum('found'),
    unexpected: sum('unexpected'),
    sold: sum('sold'),
    unknown: sum('unknown'),
    quantities: await rows.countQuantities(reader, countId),
    own: people.find(({ staff }) => staff.id === session.staff.id)?.units ?? 0,
    expected: row.expected,
    missing: isOpen ? await countUncounted(reader, row) : row.lost,
    paid_for: isOpen ? await countPaidFor(reader, row) : 0,
  };
  const tills_waiting = isOpen ? await findTillsWaiting(reader, storeId) : [];
  const silent = isOpen ? await findTillsSilent(reader, storeId, now - SILENCE) : [];
  const tills_silent = silent.filter((name) => !tills_waiting.includes(name));
  return presentCount(row, { progress, people, tills_waiting, tills_silent });
}

type CountForm = RouteInput<typeof counts.create>['body'];
const WHOLE_STORE = nullsOf(countForm);

/** Returns the scope of a form; 422 for an unknown type or product, or a product of another type. */
async function scopeOf(reader: Reader, form: Omit<CountForm, 'store_id'>): Promise<CountScope> {
  const scope = insertedColumns('stock_counts', { ...WHOLE_STORE, ...form });
  const { hasType, product } = await findPart(reader, scope);
  if (scope.product_type_id !== null && !hasType) {
    throw fieldError('product_type_id', 'This product type is not there any more');
  }
  if (scope.product_id === null) return scope;
  if (!product) throw fieldError('product_id', 'This product is not there any more');
  if (scope.product_type_id !== null && product.product_type_id !== scope.product_type_id) {
    throw fieldError('product_id', 'This product is of another type');
  }
  // A product has one type: the product alone is the scope.
  return { ...scope, product_type_id: null };
}

/**
 * Prepares a count of a store or of a part of it; returns the function that begins it. 409 `count_open` if the same
 * part is being counted, 403 `foreign_store`, 422 for an unknown part.
 */
export async function prepareCount(
  reader: Reader,
  { store_id: named, ...form }: CountForm,
  { storeId: own, ...caller }: CountCaller,
) {
  const storeId = named ?? own;
  const { session, now } = caller;
  if (!isOwn(session, storeId)) throw new ApiError('foreign_store');
  refuseInactive(session, storeId);
  const scope = await scopeOf(reader, form);
  const { code } = await getStore(reader, storeId);
  const expected = await countInStock(reader, storeId, scope);
  return async (writer: Writer): Promise<StockCount> => {
    // First: other counts that begin in the store wait for it, and units that arrive from now on come later.
    const no = await takeNumber(writer, storeId, 'count');
    const key = scopeKey(scope);
    const open = await rows.findOpenOf(writer, storeId, key);
    if (open) throw new ApiError('count_open', { message: `${open.number} counts this already` });
    const id = writer.nextId();
    await rows.insertCount(writer, {
      id,
      store_id: storeId,
      no,
      number: countNumber(code, no),
      status: 'open',
      ...scope,
      scope_key: key,
      claim_no: 0,
      expected,
      started_at: now,
      started_by_id: session.staff.id,
      lost: 0,
      surplus: 0,
      moved: 0,
      brought_back: 0,
      sold_meanwhile: 0,
      held: 0,
    });
    return showCount(writer, id, { ...caller, storeId });
  };
}

/** Ends a count without changing any stock; its scans stay readable. Refuses as `claimCount`. */
export async function cancelCount(
  writer: Writer,
  countId: number,
  form: RouteInput<typeof counts.cancel>['body'],
  { noteTarget, ...caller }: CountCaller & { noteTarget: NoteTarget },
): Promise<StockCount> {
  const { session, storeId, now } = caller;
  const count = await claimCount(writer, countId, storeId);
  noteTarget({ name: count.number, storeId });
  const ended = { ended_at: now, ended_by_id: session.staff.id, status: 'cancelled' as const };
  await rows.updateCount(writer, countId, updatedColumns('stock_counts', { ...form, ...ended }));
  return showCount(writer, countId, caller);
}
