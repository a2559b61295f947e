import type { UnitEvent } from '#contract/inventory.ts';
import type { CountedKind, Settlement } from '#domain/counts.ts';
import { namedOrNull } from '#domain/named.ts';
import { can } from '#domain/permissions.ts';
import type { TransferItemState } from '#domain/transfers.ts';
import type { UnitEventKind } from '#domain/units.ts';
import type { Session } from '../../http/call.ts';
import type { findCountsOfUnit } from '../counts/counts.public.ts';
import type { returnsOfUnit } from '../supplier-returns/supplier-returns.public.ts';
import type { transfersOfUnit } from '../transfers/transfers.public.ts';
import { eventOf } from './unit-events.present.ts';
import { supplierOf } from './inventory.present.ts';

type TransferRow = Awaited<ReturnType<typeof transfersOfUnit>>[number];
type ReturnRow = Awaited<ReturnType<typeof returnsOfUnit>>[number];
type CountRow = Awaited<ReturnType<typeof findCountsOfUnit>>[number];

/** The events that end a unit's transfer; a unit that came along without being sent has none. */
const ends: Partial<Record<TransferItemState, UnitEventKind>> = {
  received: 'arrived',
  defective: 'arrived_damaged',
  lost: 'lost_on_way',
  returned: 'never_left',
  cancelled: 'transfer_cancelled',
};
const AT_THE_OTHER_END: readonly UnitEventKind[] = ['arrived', 'arrived_damaged'];

/** Returns a transfer's events in unit history; who did it, and which transfer, only for those who may see it. */
export function eventsOfTransfer(row: TransferRow, { staff }: Session): UnitEvent[] {
  if (row.state === 'extra') return [];
  const from_store = { id: row.from_store_id, name: row.from_store_name };
  const to_store = { id: row.to_store_id, name: row.to_store_name };
  const isOwn = [from_store, to_store].some(({ id }) => staff.store_ids.includes(id));
  const isShown = isOwn && can(staff, 'inventory.transfer');
  const transfer = {
    id: isShown ? row.transfer_id : null,
    number: isShown ? row.number : null,
    from_store,
    to_store,
  };
  const end = ends[row.state];
  const entry = (kind: UnitEventKind, at: number, by: UnitEvent['by'], reason: string | null) =>
    eventOf({
      kind,
      at,
      by: isShown ? by : null,
      reason: isShown ? reason : null,
      store: AT_THE_OTHER_END.includes(kind) ? to_store : from_store,
      transfer,
    });
  const sent = entry('sent', row.sent_at, namedOrNull(row.sent_by_id, row.sent_by_name), null);
  if (!end || row.settled_at === null) return [sent];
  return [sent, entry(end, row.settled_at, namedOrNull(row.settled_by_id, row.settled_by_name), row.reason)];
}

const settled: Partial<Record<Settlement, UnitEventKind>> = {
  lost: 'count_lost',
  moved: 'count_moved',
  brought_back: 'count_found',
};
/** Kinds of units that nobody scanned. */
const UNSEEN: readonly CountedKind[] = ['missing', 'surplus'];

/** Returns a count's events in unit history: the scan, and what the end of the count did with the unit. */
export function eventsOfCount(row: CountRow, { staff }: Session): UnitEvent[] {
  const isOwn = staff.store_ids.includes(row.store_id);
  const isShown = isOwn && (can(staff, 'inventory.edit') || can(staff, 'counts.close'));
  const store = { id: row.store_id, name: row.store_name };
  const count = isShown ? { id: row.id, number: row.number } : null;
  const events: UnitEvent[] = [];
  if (row.scanned_at !== null && !UNSEEN.includes(row.kind)) {
    const by = isShown ? namedOrNull(row.staff_id, row.counter_name) : null;
    // A scan of a cancelled count tells where a lost unit was seen.
    const kind = row.status === 'cancelled' ? 'counted_in_vain' : 'counted';
    events.push(eventOf({ kind, at: row.scanned_at, by, store, count }));
  }
  const end = row.settled === null ? undefined : settled[row.settled];
  if (end && row.ended_at !== null) {
    const by = isShown ? namedOrNull(row.ended_by_id, row.ender_name) : null;
    events.push(
      eventOf({ kind: end, at: row.ended_at, by, store, count, reason: isShown ? row.reason : null }),
    );
  }
  return events;
}

/** Returns a supplier return's events in unit history: that the unit went back, and that it came in again. */
export function eventsOfReturn(row: ReturnRow, { staff }: Session): UnitEvent[] {
  const isShown = staff.store_ids.includes(row.store_id) && can(staff, 'inventory.update');
  const told = {
    store: { id: row.store_id, name: row.store_name },
    supplier: supplierOf(row.supplier_id, row.supplier_name, row.supplier_deleted_at),
    supplier_return: isShown ? { id: row.return_id, number: row.number } : null,
  };
  const went = eventOf({
    ...told,
    kind: 'sent_back',
    at: row.created_at,
    by: isShown ? namedOrNull(row.created_by_id, row.created_by_name) : null,
    reason: isShown ? row.reason : null,
  });
  if (row.came_back_at === null) return [went];
  const by = isShown ? namedOrNull(row.came_back_by_id, row.came_back_by_name) : null;
  const kind = row.never_left === null ? 'came_back' : 'never_left';
  const reason = isShown ? row.never_left : null;
  return [went, eventOf({ ...told, kind, at: row.came_back_at, by, reason })];
}
