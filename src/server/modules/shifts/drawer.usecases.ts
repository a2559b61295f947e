import { ApiError } from '#contract/errors.ts';
import type { Store } from '#contract/stores.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import { effectOf, expectedOf, type EntryKind } from '#domain/shifts.ts';
import type { Writer } from '../../db/access.ts';
import { insertEntries, sumShift } from '../till-entries/till-entries.public.ts';
import { findTillOfDevice, type TillCaller } from '../tills/tills.public.ts';
import { claimOpenShift, type ShiftRow } from './shifts.repository.ts';

/** What happened at a till; amounts are centavos. */
export type NewEntry = {
  kind: EntryKind;
  amount: number;
  method?: PaymentMethod;
  /** Below zero where something is undone; 1 unless said. */
  quantity?: number;
  discount?: number;
  tax?: number;
  written_off?: number;
  transaction_id?: number;
  /** Of a correction, the closed shift that it is about. */
  corrects_shift_id?: number;
  invoice_no?: number;
  reason?: string;
};

/** Where a till's entries go; with the shift that they belong to, where there is one. */
type Place = { till_id: number | null; shift_id: number | null };

/** Enters what happened at a till, into a shift or into none; returns the ids of the entries. Whoever calls it has claimed the shift. */
export async function enterAt(
  writer: Writer,
  { till_id, shift_id }: Place,
  { session, storeId, approval, now }: Omit<TillCaller, 'tillKey'>,
  entries: readonly NewEntry[],
): Promise<number[]> {
  const rows = entries.map((entry) => ({
    quantity: 1,
    discount: 0,
    tax: 0,
    written_off: 0,
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
  }));
  if (rows.length > 0) await insertEntries(writer, rows);
  return rows.map(({ id }) => id);
}

const WITH_A_DRAWER: ReadonlySet<EntryKind> = new Set(['sale', 'no_sale']);

/** In the office there is no shift to open: it is done at a till. */
async function noShift(writer: Writer, storeId: number, tillKey: string | null): Promise<ApiError> {
  const till = tillKey === null ? undefined : await findTillOfDevice(writer, storeId, tillKey);
  if (till) return new ApiError('shift_required');
  return new ApiError('shift_required', {
    message: 'This device is no till. Do it at a till with an open shift, where the cash is',
  });
}

/** The shift that somebody may enter into at this till; a counted one takes no entries until it is open again. */
async function drawerOf(
  writer: Writer,
  { shifts }: Pick<Store, 'shifts'>,
  { storeId, tillKey }: TillCaller,
  isNeeded: boolean,
): Promise<ShiftRow | null> {
  const drawer = tillKey === null ? null : ((await claimOpenShift(writer, storeId, tillKey)) ?? null);
  if (drawer?.status === 'open') return drawer;
  if (isNeeded && drawer) throw new ApiError('shift_counted');
  if (isNeeded && shifts.enabled) throw await noShift(writer, storeId, tillKey);
  return null;
}

const PUT_CASH_IN = 'There is not so much cash in the drawer. Put cash in first';

/** 409 `beyond_drawer` where more cash goes out than there is: nobody could hand it out, or count what is left. */
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
 * Enters what happened, into the open shift of the till that it happened at. Where the store keeps shifts, a sale and
 * cash that comes or goes need one: 409 `shift_required`, or `shift_counted` while its drawer is counted; `beyond_drawer` for more cash out of
 * it than there is. What is done
 * without a till, such as the review of a wallet's payment in the office, belongs to the store's day alone.
 */
export async function enter(
  writer: Writer,
  store: Pick<Store, 'shifts'>,
  caller: TillCaller,
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const isNeeded = entries.some(
    (entry) => WITH_A_DRAWER.has(entry.kind) || (entry.method === 'cash' && effectOf(entry) !== 0),
  );
  const drawer = await drawerOf(writer, store, caller, isNeeded);
  if (drawer) await refuseBeyondDrawer(writer, drawer.id, entries, PUT_CASH_IN);
  const place = { till_id: drawer?.till_id ?? null, shift_id: drawer?.id ?? null };
  await enterAt(writer, place, caller, entries);
}

/** The open shift of the till, for what is done with its drawer alone; 409 as `enter` says. */
export const claimDrawer = (writer: Writer, store: Pick<Store, 'shifts'>, caller: TillCaller) =>
  drawerOf(writer, store, caller, true);
