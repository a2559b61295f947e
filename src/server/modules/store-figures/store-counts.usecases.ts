import { ApiError } from '#contract/errors.ts';
import type { OpenWork, StoreDetail } from '#contract/stores.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { countToSettle } from '../offline-sales/offline-sales.public.ts';
import { countPending } from '../payments/payments.public.ts';
import { deactivateStore, findStore, isOwn, refuseForeign } from '../stores/stores.public.ts';
import { findTillsWaiting } from '../tills/tills.public.ts';
import { countDrafts } from '../transactions/transactions.public.ts';
import { countOnTheWay } from '../transfers/transfers.public.ts';
import * as counts from './store-counts.repository.ts';

type Caller = { session: Session; now: number };

/** Returns a store with its counts; of a foreign one, only its directory entry. 404 `store_not_found`. */
export async function storeWithCounts(
  reader: Reader,
  storeId: number,
  { session, now }: Caller,
): Promise<StoreDetail> {
  const store = await findStore(reader, storeId);
  if (!store) throw new ApiError('store_not_found');
  if (!isOwn(session, storeId)) {
    const { settings: _settings, shifts: _shifts, ...entry } = store;
    return entry;
  }
  const staff = await counts.countStaff(reader, storeId);
  const inStock = await counts.countInStock(reader, storeId);
  return {
    ...store,
    primary_staff_count: staff.primary,
    additional_staff_count: staff.all - staff.primary,
    inventory_items_count: inStock,
    available_items_count: inStock - (await counts.countHeld(reader, storeId, now)),
    transactions_count: await counts.countSales(reader, storeId),
  };
}

/** Returns what would be left unfinished if a store were deactivated now. 404 `store_not_found` for a foreign one. */
export async function openWork(reader: Reader, storeId: number, { session, now }: Caller): Promise<OpenWork> {
  refuseForeign(session, storeId);
  const { arriving, leaving } = await countOnTheWay(reader, storeId);
  return {
    drafts: await countDrafts(reader, storeId),
    paid_drafts: await counts.countPaidDrafts(reader, storeId),
    units_held: await counts.countHeld(reader, storeId, now),
    units_arriving: arriving,
    units_leaving: leaving,
    units_standing: await counts.countInStock(reader, storeId),
    ...(await counts.countAside(reader, storeId)),
    open_orders: await counts.countOpenOrders(reader, storeId),
    open_shifts: await counts.countOpenShifts(reader, storeId),
    open_counts: await counts.countOpenCounts(reader, storeId),
    pending_payments: await countPending(reader, storeId),
    people_left: await counts.countPeopleLeft(reader, storeId),
    tills_waiting: (await findTillsWaiting(reader, storeId)).length,
    sales_to_settle: await countToSettle(reader, storeId),
  };
}

/**
 * Deactivates a store for good once no draft has payments: what was paid for cannot be completed afterwards. 409
 * `illegal_state` while payments of drafts stand; other refusals as `deactivateStore`.
 */
export async function endStore(
  writer: Writer,
  storeId: number,
  caller: Caller & { noteChange: NoteChange; noteTarget: NoteTarget },
): Promise<void> {
  await deactivateStore(writer, storeId, caller);
  await counts.claimDrafts(writer, storeId);
  const paid = await counts.countPaidDrafts(writer, storeId);
  if (paid > 0) {
    const drafts = paid === 1 ? 'one draft' : `${paid} drafts`;
    throw new ApiError('illegal_state', {
      message: `Payments were taken for ${drafts} there. Complete them or delete their payments first`,
    });
  }
}
