import { ApiError } from '#contract/errors.ts';
import type { Store } from '#contract/stores.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import { effectOf, expectedOf, type EntryKind } from '#domain/shifts.ts';
import type { Writer } from '../../db/access.ts';
import { hasOpenShift } from '../stores/stores.public.ts';
import { insertEntries, sumShift } from '../till-entries/till-entries.public.ts';
import { findTillOfDevice, type TillCaller } from '../tills/tills.public.ts';
import { claimOpenShift, type ShiftRow } from './shifts.repository.ts';

/** A till entry to make; amounts in centavos. */
export type NewEntry = {
  kind: EntryKind;
  amount: number;
  method?: PaymentMethod;
  /** Negative for an undoing; 1 by default. */
  quantity?: number;
  discount?: number;
  tax?: number;
  written_off?: number;
  cash_rounding?: number;
  transaction_id?: number;
  /** The closed shift that a correction is about. */
  corrects_shift_id?: number;
  invoice_no?: number;
  reason?: string;
};

/** The till of the entries, and their shift if there is one; `is_late`: they came too late for the one they were made in. */
export type Place = { till_id: number | null; shift_id: number | null; is_late?: 0 | 1 };

/** Writes till entries, with or without a shift, and returns their ids. Callers have claimed the shift. */
export function enterAt(
  writer: Writer,
  { till_id, shift_id, is_late = 0 }: Place,
  { session, storeId, approval, now }: Omit<TillCaller, 'tillKey'>,
  entries: readonly NewEntry[],
): number[] {
  const rows = entries.map((entry) => ({
    quantity: 1,
    discount: 0,
    tax: 0,
    written_off: 0,
    cash_rounding: 0,
    method: null,
    transaction_id: null,
    corrects_shift_id: null,
    invoice_no: null,
    reason: null,
    ...entry,
    approved_by_id: approval?.approver.id ?? null,
    id: writer.nextId(),
    store_id: storeId,
    at: now,
    staff_id: session.staff.id,
    till_id,
    shift_id,
    is_late,
  }));
  if (rows.length > 0) insertEntries(writer, rows);
  return rows.map(({ id }) => id);
}

const WITH_A_DRAWER: ReadonlySet<EntryKind> = new Set(['sale', 'no_sale']);

type DrawerStore = Pick<Store, 'shifts' | 'is_active'>;

/**
 * Returns the refusal of a call without a shift; a device that is no till is told to use one. At an inactive store no
 * shift can be opened any more.
 */
async function noShift(
  writer: Writer,
  { is_active }: DrawerStore,
  { storeId, tillKey }: TillCaller,
): Promise<ApiError> {
  if (!is_active) {
    return new ApiError('shift_required', {
      message:
        'This store is inactive: cash goes in or out only at a till whose shift is still open there. Anywhere else, refund the sale by another method',
    });
  }
  const till = tillKey === null ? undefined : await findTillOfDevice(writer, storeId, tillKey);
  if (till) return new ApiError('shift_required');
  return new ApiError('shift_required', {
    message: 'This device is no till. Do it at a till with an open shift, where the cash is',
  });
}

/** Claims the open shift of this till; a counted one takes no entries until it is resumed. */
async function drawerOf(
  writer: Writer,
  store: DrawerStore,
  caller: TillCaller,
  isNeeded: boolean,
): Promise<ShiftRow | null> {
  const { storeId, tillKey } = caller;
  const drawer = tillKey === null ? null : ((await claimOpenShift(writer, storeId, tillKey)) ?? null);
  if (drawer?.status === 'open') return drawer;
  if (isNeeded && drawer) throw new ApiError('shift_counted');
  if (isNeeded && store.shifts.enabled) throw await noShift(writer, store, caller);
  return null;
}

const PUT_CASH_IN = 'There is not so much cash in the drawer. Put cash in first';

/** 409 `beyond_drawer` if more cash goes out than is in the drawer: nobody could hand it out, or count what is left. */
export async function refuseBeyondDrawer(
  writer: Writer,
  shiftId: number,
  entries: readonly NewEntry[],
  message?: string,
): Promise<void> {
  const effect = entries
    .filter(({ method }) => method === 'cash')
    .reduce((sum, entry) => sum + effectOf(entry), 0);
  if (effect >= 0 || expectedOf(await sumShift(writer, shiftId)).cash + effect >= 0) return;
  throw new ApiError('beyond_drawer', message === undefined ? {} : { message });
}

/**
 * Claims the open shift of the caller's till for entries. In a store with shifts, sales and cash movements need one:
 * 409 `shift_required`, `shift_counted` while its drawer is counted, `beyond_drawer` for more cash out than there is.
 * Without a till, as for a wallet payment reviewed in the office, entries belong to the store's day alone; so does
 * `afterShifts` cash of an inactive store whose last shift is closed, which the office hands back.
 */
export async function placeOf(
  writer: Writer,
  store: DrawerStore,
  caller: TillCaller,
  entries: readonly NewEntry[],
  { afterShifts = false } = {},
): Promise<Place> {
  const isWithDrawer = entries.some(
    (entry) => WITH_A_DRAWER.has(entry.kind) || (entry.method === 'cash' && effectOf(entry) !== 0),
  );
  const isOffice = afterShifts && !store.is_active && !(await hasOpenShift(writer, caller.storeId));
  const drawer = await drawerOf(writer, store, caller, isWithDrawer && !isOffice);
  if (drawer) await refuseBeyondDrawer(writer, drawer.id, entries, PUT_CASH_IN);
  return { till_id: drawer?.till_id ?? null, shift_id: drawer?.id ?? null };
}

/** Writes entries into the open shift of the caller's till; 409 as `placeOf`. */
export async function enter(
  writer: Writer,
  store: DrawerStore,
  caller: TillCaller,
  entries: readonly NewEntry[],
  options: { afterShifts?: boolean } = {},
): Promise<void> {
  if (entries.length === 0) return;
  enterAt(writer, await placeOf(writer, store, caller, entries, options), caller, entries);
}

/** Claims the till's open shift for work on its drawer alone; 409 as `enter`. */
export const claimDrawer = (writer: Writer, store: DrawerStore, caller: TillCaller) =>
  drawerOf(writer, store, caller, true);
