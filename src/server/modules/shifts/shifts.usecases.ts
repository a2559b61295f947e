import { z } from '#contract/zod.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import { cashCount, shiftRow, type Shift, type shifts, type XReading } from '#contract/shifts.ts';
import type { Store } from '#contract/stores.ts';
import type { Centavos } from '#domain/money.ts';
import { paymentMethodLabels, type Tender } from '#domain/payments.ts';
import { can } from '#domain/permissions.ts';
import { countedTotal, expectedOf, shiftNumber, type CashCount } from '#domain/shifts.ts';
import { spanOfDates, zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import { takeNumber } from '../../db/number-series.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { businessAt, getStore } from '../stores/stores.public.ts';
import { findInvoices, giveLateEntries, sumShift } from '../till-entries/till-entries.public.ts';
import {
  claimTillOfDevice,
  findTillOfDevice,
  refuseWaiting,
  showTill,
  type TillCaller,
} from '../tills/tills.public.ts';
import { enterAt } from './drawer.usecases.ts';
import { findCorrections, findMovements } from './movements.repository.ts';
import { requireShift } from './shifts.guards.ts';
import * as present from './shifts.present.ts';
import * as rows from './shifts.repository.ts';

type OpenForm = RouteInput<typeof shifts.open>['body'];
type Noting = { noteChange: NoteChange };
const SHIFTS_A_PAGE = 20;

/**
 * True if the caller must count blind: the shift's opener always, others without `shifts.view`. Others with it always
 * see the expected amounts. Without the permission they are never shown: the contract hides them.
 */
const isBlindTo = ({ opened_by_id }: rows.ShiftRow, { session }: TillCaller): boolean =>
  opened_by_id === session.staff.id || !can(session.staff, 'shifts.view');

async function presented(
  reader: Reader,
  row: rows.NamedShiftRow,
  store: Store,
  caller: TillCaller,
): Promise<Shift> {
  return present.presentShift(row, {
    sums: await sumShift(reader, row.id),
    movements: await findMovements(reader, row.id),
    corrections: row.status === 'closed' ? await findCorrections(reader, row.id) : [],
    counts: row.counts_made ? await rows.findCounts(reader, row.id) : [],
    limit: store.shifts.difference_limit,
    business: await businessAt(reader, store, row.closed_at),
    isBlind: isBlindTo(row, caller),
  });
}

/** Returns a shift; 404 `shift_not_found` for one of another store, and for a colleague's at another till. */
export async function showShift(reader: Reader, shiftId: number, caller: TillCaller): Promise<Shift> {
  const row = await requireShift(reader, shiftId, caller);
  return presented(reader, row, await getStore(reader, caller.storeId), caller);
}

/** Returns the device's till with its open shift, or else with the last closed one. */
export async function currentShift(
  reader: Reader,
  caller: TillCaller,
): Promise<RouteOutput<typeof shifts.current>> {
  const { storeId, tillKey } = caller;
  const store = await getStore(reader, storeId);
  const till = tillKey === null ? undefined : await findTillOfDevice(reader, storeId, tillKey);
  const open = till && (await rows.findOpenShift(reader, till.id));
  const closed = till && !open ? await rows.findClosedLast(reader, storeId, till.id) : null;
  return {
    keeps_shifts: store.shifts.enabled,
    till: till ? await showTill(reader, till.id, caller) : null,
    shift: open ? await presented(reader, open, store, caller) : null,
    closed_shift: closed ?? null,
  };
}

/** Returns if the drawer of the device's till should hold an amount of cash, which a cashier asks before a manager comes. */
export async function drawerHasCash(
  reader: Reader,
  amount: Centavos,
  { storeId, tillKey }: TillCaller,
): Promise<RouteOutput<typeof shifts.hasCash>> {
  const till = tillKey === null ? undefined : await findTillOfDevice(reader, storeId, tillKey);
  const shift = till && (await rows.findOpenShift(reader, till.id));
  if (shift?.status !== 'open') return { has_cash: null };
  return { has_cash: expectedOf(await sumShift(reader, shift.id)).cash >= amount };
}

/** Lists a store's shifts, newest opening first. */
export async function listShifts(
  reader: Reader,
  { from, to, page, per_page, ...filter }: RouteInput<typeof shifts.list>['query'],
  { storeId }: TillCaller,
) {
  const span = spanOfDates({ from, to }, zonesOf(await getStore(reader, storeId)));
  const ids = rows.shiftIds(reader, storeId, { ...filter, ...span });
  const rowsOf = (wanted: readonly number[]) => rows.shiftRows(reader, wanted);
  return readPage(reader, { ids, rowsOf }, pagePlace({ page, per_page }, SHIFTS_A_PAGE), present.presentRow);
}

const piecesJson = (count: CashCount) => JSON.stringify(z.encode(cashCount, count));

/**
 * Opens a shift at the device's till, with the float in its drawer. 409 `till_unknown`, 409 `shift_open` if one is open
 * there, `illegal_state` in a store without shifts, 422 if denominations and sum disagree.
 */
export async function openShift(
  writer: Writer,
  { amount, denominations, ...form }: OpenForm,
  { noteTarget, ...caller }: TillCaller & { noteTarget: NoteTarget },
): Promise<Shift> {
  const { session, storeId, tillKey, now } = caller;
  const store = await getStore(writer, storeId);
  if (!store.shifts.enabled) {
    throw new ApiError('illegal_state', { message: `${store.name} does not keep shifts` });
  }
  const float = denominations ? countedTotal(denominations as CashCount) : amount;
  if (float === undefined) throw fieldError('amount', 'Float is required');
  if (amount !== undefined && amount !== float) {
    throw fieldError('amount', 'The bills and coins come to another sum');
  }
  const till = tillKey === null ? undefined : await claimTillOfDevice(writer, storeId, tillKey);
  if (!till) throw new ApiError('till_unknown');
  if (await rows.findOpenShift(writer, till.id)) {
    throw new ApiError('shift_open', { message: `${till.name} has an open shift` });
  }
  const { id, number } = await insertOpened(
    writer,
    {
      form,
      store,
      tillId: till.id,
      float_amount: float,
      denominations: (denominations as CashCount | undefined) ?? null,
      at: now,
    },
    session,
  );
  noteTarget({ name: number });
  return showShift(writer, id, caller);
}

/** A shift as it begins. */
export type Opening = {
  /** What else the form has. */
  form: Omit<OpenForm, 'amount' | 'denominations'>;
  store: Store;
  tillId: number;
  float_amount: Centavos;
  /** Null where the float was entered as a sum. */
  denominations: CashCount | null;
  at: number;
};

/** Makes a shift at a till whose row is claimed, with the float in its drawer, and what came too late for the one before. */
export async function insertOpened(
  writer: Writer,
  { form, store, tillId, float_amount, denominations, at }: Opening,
  session: Session,
): Promise<{ id: number; number: string }> {
  const id = writer.nextId();
  const number = shiftNumber(store.code, await takeNumber(writer, store.id, 'shift'));
  const columns = insertedColumns('shifts', {
    ...form,
    id,
    number,
    store_id: store.id,
    till_id: tillId,
    status: 'open',
    claim_no: 0,
    opened_at: at,
    opened_by_id: session.staff.id,
    float_amount,
    float_json: denominations && piecesJson(denominations),
  });
  await rows.insertShift(writer, columns);
  await giveLateEntries(writer, { storeId: store.id, tillId, shiftId: id });
  const place = { till_id: tillId, shift_id: id };
  enterAt(writer, place, { session, storeId: store.id, approval: null, now: at }, [
    { kind: 'float', method: 'cash', amount: float_amount },
  ]);
  return { id, number };
}

/** Locks a shift that is not closed; 404, or 409 `shift_closed`. */
async function claimLiving(writer: Writer, shiftId: number, caller: TillCaller): Promise<rows.NamedShiftRow> {
  const claimed = await rows.claimShift(writer, shiftId, caller.storeId);
  if (!claimed) throw new ApiError('shift_not_found');
  const row = await requireShift(writer, shiftId, caller);
  if (row.status === 'closed') throw new ApiError('shift_closed');
  return row;
}

const isOff = ({ difference }: { difference: number }) => difference !== 0;
const noted = shiftRow.pick({ status: true, counted_amount: true, difference: true, reason: true });

/** 422 on `methods` if one that an earlier count named is left out: its difference would be lost. */
async function refuseLeftOut(
  reader: Reader,
  { id, counts_made }: rows.ShiftRow,
  named: readonly Tender[],
): Promise<void> {
  if (!counts_made) return;
  const counted = present.methodsCounted(await rows.findCounts(reader, id));
  const left = counted.filter((method) => !named.includes(method));
  if (left.length === 0) return;
  const labels = left.map((method) => paymentMethodLabels[method]).join(' and ');
  const message = left.length > 1 ? 'were counted before. Count them' : 'was counted before. Count it';
  throw fieldError('methods', `${labels} ${message} again, too`);
}

/**
 * Stores the count of a shift's drawer and its differences; no entries are made from then on. A second count replaces
 * the first, which is kept beside it; an equal one is the same count, as after a lost answer. 409 `sales_waiting` while
 * its till has sales that are not sent: their cash is in the drawer, and not expected there.
 */
export async function countShift(
  writer: Writer,
  shiftId: number,
  form: RouteInput<typeof shifts.count>['body'],
  { noteChange, ...caller }: TillCaller & Noting,
): Promise<Shift> {
  const before = await claimLiving(writer, shiftId, caller);
  await refuseWaiting(writer, before.till_id, caller.storeId);
  const named = (form.methods ?? []).map(({ method }) => method);
  if (new Set(named).size < named.length) throw fieldError('methods', 'A method is named twice');
  await refuseLeftOut(writer, before, named);
  const counted = countedTotal(form.denominations as CashCount);
  const { now: at, session } = caller;
  const staff_id = session.staff.id;
  const count_json = JSON.stringify(z.encode(present.countColumn, form));
  if (before.count_json === count_json && before.counted_by_id === staff_id) {
    return showShift(writer, shiftId, caller);
  }
  const expected = expectedOf(await sumShift(writer, shiftId));
  const expected_json = JSON.stringify(z.encode(present.expectedColumn, expected));
  await rows.updateShift(writer, shiftId, {
    status: 'counted',
    counted_at: at,
    counted_by_id: staff_id,
    count_json,
    counted_amount: counted,
    expected_json,
    difference: counted - expected.cash,
    differs: present.differencesIn({ count_json, expected_json })?.some(isOff) ? 1 : 0,
    counts_made: (before.counts_made ?? 0) + 1,
  });
  const id = writer.nextId();
  await rows.insertCount(writer, { id, shift_id: shiftId, at, staff_id, count_json, expected_json });
  const after = await showShift(writer, shiftId, caller);
  noteChange(noted, before, after);
  return after;
}

/** Reopens a counted shift for sales: the count is dropped, and the audit log keeps it. */
export async function resumeShift(
  writer: Writer,
  shiftId: number,
  { noteChange, ...caller }: TillCaller & Noting,
): Promise<Shift> {
  const before = await claimLiving(writer, shiftId, caller);
  await rows.updateShift(writer, shiftId, {
    status: 'open',
    counted_at: null,
    counted_by_id: null,
    count_json: null,
    counted_amount: null,
    expected_json: null,
    difference: null,
    differs: null,
  });
  const after = await showShift(writer, shiftId, caller);
  noteChange(noted, before, after);
  return after;
}

/**
 * Closes a counted shift, once and for good. 409 `shift_closed`, `sales_waiting`, `illegal_state` if it was not counted, or was counted
 * again since the caller looked; 422 on `reason` if it differs by more than the store allows, or was counted before.
 */
export async function closeShift(
  writer: Writer,
  shiftId: number,
  { counts_made, ...form }: RouteInput<typeof shifts.close>['body'],
  { noteChange, ...caller }: TillCaller & Noting,
): Promise<Shift> {
  const row = await claimLiving(writer, shiftId, caller);
  await refuseWaiting(writer, row.till_id, caller.storeId);
  if (row.status !== 'counted') throw new ApiError('illegal_state', { message: 'Count the drawer first' });
  if (counts_made !== undefined && counts_made !== row.counts_made) {
    throw new ApiError('illegal_state', {
      message: 'The drawer was counted again meanwhile. Look at the count',
    });
  }
  const before = await presented(writer, row, await getStore(writer, caller.storeId), caller);
  if (before.wants_reason && !form.reason) throw fieldError('reason', 'Reason required');
  const columns = updatedColumns('shifts', {
    ...form,
    status: 'closed',
    closed_at: caller.now,
    closed_by_id: caller.session.staff.id,
  });
  await rows.updateShift(writer, shiftId, columns);
  const after = await showShift(writer, shiftId, caller);
  noteChange(noted, before, after);
  return after;
}

/**
 * Returns a shift's figures so far; without the drawer's cash for callers who have yet to count it, and for those who
 * must not see the expected amounts.
 */
export async function readX(reader: Reader, shiftId: number, caller: TillCaller): Promise<XReading> {
  const row = await requireShift(reader, shiftId, caller);
  const isTold = row.status !== 'open' && can(caller.session.staff, 'shifts.view');
  const isBlind = !isTold && isBlindTo(row, caller);
  const figures = present.presentFigures(
    await sumShift(reader, shiftId),
    await findInvoices(reader, { shiftIds: [shiftId] }),
    { storeCode: row.store_code, isBlind },
  );
  const business = await businessAt(reader, await getStore(reader, row.store_id), row.closed_at);
  return { shift: present.presentRow(row), taken_at: caller.now, figures, business };
}

/** Locks a closed shift for a correcting entry; 404, or 409 for one that may still be counted. */
export async function claimClosed(writer: Writer, shiftId: number, caller: TillCaller) {
  await rows.claimShift(writer, shiftId, caller.storeId);
  const row = await requireShift(writer, shiftId, caller);
  if (row.status !== 'closed') {
    throw new ApiError('illegal_state', {
      message: 'This shift is not closed yet. Count its drawer again instead',
    });
  }
  return row;
}
