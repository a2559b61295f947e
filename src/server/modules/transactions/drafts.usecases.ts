import type { RouteInput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { HeldDraft, Transaction, transactions } from '#contract/transactions.ts';
import { countingPayments, coveredAmount } from '#domain/payments.ts';
import { unitOf } from '#domain/sale-line.ts';
import { sellsAtTill, taxRuleOf } from '#domain/store-rules.ts';
import { draftNumber } from '#domain/transactions.ts';
import { zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import { takeNumber } from '../../db/number-series.ts';
import type { NoteChange } from '../../http/call.ts';
import { enter } from '../shifts/shifts.public.ts';
import { claimStore, getStore, refuseClosedTill, sellingStore } from '../stores/stores.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { keepReserved, unlockDraft } from '../units/units.public.ts';
import { claimDraft } from './claim.locks.ts';
import { refuseColleaguesCart, refuseOutdated, refuseSecondDraft } from './drafts.guards.ts';
import {
  customerOf,
  type DraftContent,
  findUnitsOf,
  holdUnitsOf,
  keptFields,
  reckonContent,
} from './draft-content.usecases.ts';
import { takenEntries } from './entries.rules.ts';
import { findDrafts, findHolds, findPaymentsOn } from './held-drafts.repository.ts';
import { discountsIn, namesOf, presentHeldDraft, presentTransaction } from './transactions.present.ts';
import { notedSale, paymentsText } from './noted.present.ts';
import { findPayments, type PaymentRow } from './payments.repository.ts';
import { taxOfDraft } from './price-sale.rules.ts';
import { failPendingOf, takePayments } from './take-payments.usecases.ts';
import * as rows from './transactions.repository.ts';

type DraftChanges = RouteInput<typeof transactions.update>['body'];

/**
 * Creates a draft from a cart: locks its units and takes the payments that come with it. 404 `customer_not_found`, 409
 * `draft_exists` or `item_unavailable`, 422 `total_changed`, `price_floor`, or on a payment's field.
 */
export async function createDraft(
  writer: Writer,
  content: DraftContent,
  { noteChange, ...holder }: TillCaller & { noteChange: NoteChange },
): Promise<Transaction> {
  const { session, storeId, now } = holder;
  // With the store claimed, it cannot be deactivated while money is taken: that looks at its drafts after its
  // own claim.
  if (content.payments?.length) await claimStore(writer, storeId);
  const id = writer.nextId();
  const holding = holdUnitsOf(writer, id, content, holder);
  // What speaks against the sale as a whole is told first.
  holding.catch(() => undefined);
  const [store, customer] = await Promise.all([
    sellingStore(writer, storeId),
    customerOf(writer, content.customer_id, null),
  ]);
  const customerId = customer?.id ?? null;
  await refuseSecondDraft(writer, { staffId: session.staff.id, customerId, draftId: null });
  const units = await holding;
  const tax = taxRuleOf(store.settings);
  const terms = {
    draftId: id,
    units,
    customer,
    tax,
    discounts: content.discounts ?? [],
    stored: null,
  };
  const { lines, figures, approved } = await reckonContent(writer, content, terms, holder);
  const number = draftNumber(store.code, await takeNumber(writer, storeId, 'draft'));
  const columns = insertedColumns('transactions', {
    notes: null,
    ...keptFields(content),
    id,
    store_id: storeId,
    staff_id: session.staff.id,
    customer_id: customerId,
    status: 'draft',
    version: 1,
    claim_no: 0,
    draft_number: number,
    ...figures,
    change_due: 0,
    cash_rounding: 0,
    void_rounding: 0,
    points_earned: 0,
    balance_due: 0,
    owed_back: 0,
    refunded_amount: 0,
    copies_printed: 0,
    created_at: now,
    created_by_id: session.staff.id,
    dated_at: now,
    updated_at: now,
  });
  const row = rows.insertDraft(writer, columns);
  const inserted = rows.insertLines(writer, lines);
  const taking = { transactionId: id, remaining: figures.total_amount, store, session, now };
  const payments = await takePayments(writer, content.payments ?? [], taking);
  const isPaid = coveredAmount(payments) > 0;
  if (isPaid) keepReserved(writer, { ...holder, draftId: id, units, isPaid, zones: zonesOf(store) });
  // The approval was for the discount, not for the money.
  await enter(writer, store, { ...holder, approval: null }, takenEntries(payments));
  noteChange(notedSale, null, { payments: payments.map(paymentsText), discounts: approved });
  return presentTransaction(writer, row, now, {
    lines: inserted,
    units,
    customer,
    payments,
    names: namesOf(session.staff, store),
  });
}

/** True if a cart has units that its draft has not; while the till is off, lines may only be kept or removed. */
async function addsUnits(reader: Reader, draftId: number, { items }: DraftContent): Promise<boolean> {
  const known = new Set((await rows.findLines(reader, draftId)).map(unitOf));
  return items.some((item) => !known.has(unitOf(item)));
}

/**
 * Replaces a draft's content by a cart; the caller becomes its staff member. Refusals as `createDraft`, and 409
 * `draft_changed` for an outdated version.
 */
export async function updateDraft(
  writer: Writer,
  transactionId: number,
  { version, ...content }: DraftChanges,
  { noteChange, ...holder }: TillCaller & { noteChange: NoteChange },
): Promise<Transaction> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  // An approval of a discount does not cover taking over a colleague's cart, which needs its own.
  await refuseColleaguesCart(writer, draft, { ...holder, approval: null });
  await refuseOutdated(writer, draft, { seen: version, now: holder.now });
  const [store, customer, payments] = await Promise.all([
    getStore(writer, holder.storeId),
    customerOf(writer, content.customer_id, draft.customer_id),
    findPayments(writer, draft.id),
  ]);
  const isClosed = !sellsAtTill(store);
  if (isClosed && (await addsUnits(writer, draft.id, content))) refuseClosedTill(store);
  const tax = taxOfDraft(draft, payments, store);
  const [staffId, customerId] = [holder.session.staff.id, customer?.id ?? null];
  if (staffId !== draft.staff_id || customerId !== draft.customer_id) {
    await refuseSecondDraft(writer, { staffId, customerId, draftId: draft.id });
  }
  const discounts = content.discounts ?? discountsIn(draft.discounts_json);
  const units = await (isClosed
    ? findUnitsOf(writer, content, holder)
    : holdUnitsOf(writer, draft.id, content, holder));
  const terms = { draftId: draft.id, units, customer, tax, discounts, stored: draft };
  const { lines, figures, approved } = await reckonContent(writer, content, terms, holder);
  noteChange(notedSale, null, { discounts: approved });
  const unitIds = lines.map(unitOf);
  unlockDraft(writer, draft.id, unitIds);
  const columns = updatedColumns('transactions', {
    ...keptFields(content),
    ...figures,
    customer_id: customerId,
    staff_id: staffId,
    version: draft.version + 1,
    dated_at: holder.now,
    updated_at: holder.now,
  });
  const row = rows.updateTransaction(writer, draft, columns);
  const replaced = rows.replaceLines(writer, draft.id, lines);
  const isPaid = coveredAmount(payments) > 0;
  if (isPaid) {
    keepReserved(writer, { ...holder, draftId: draft.id, units, isPaid, zones: zonesOf(store) });
  }
  return presentTransaction(writer, row, holder.now, {
    lines: replaced,
    units,
    customer,
    payments,
    names: namesOf(holder.session.staff, store),
  });
}

/** Refuses to cancel a draft with completed payments: they are the customer's money. */
function refusePaid(payments: readonly PaymentRow[]): void {
  const paid = countingPayments(payments).filter(({ status }) => status === 'completed');
  if (paid.length === 0) return;
  throw new ApiError('has_payments', {
    message: `Delete its completed payments first, and hand the money back: ${paid.map(paymentsText).join(', ')}`,
  });
}

/**
 * Cancels a draft: soft-deletes it, frees its units and marks its pending payments failed, as a void does; 409
 * `has_payments` while a completed payment stands.
 */
export async function deleteDraft(
  writer: Writer,
  transactionId: number,
  { reason: deletion_reason = null, ...form }: RouteInput<typeof transactions.delete>['body'],
  holder: TillCaller,
): Promise<void> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  await refuseColleaguesCart(writer, draft, holder);
  refusePaid(await findPayments(writer, draft.id));
  await failPendingOf(writer, draft.id, 'Draft cancelled', holder);
  unlockDraft(writer, draft.id, []);
  const columns = updatedColumns('transactions', {
    ...form,
    deleted_at: holder.now,
    deleted_by_id: holder.session.staff.id,
    deletion_reason,
    updated_at: holder.now,
  });
  rows.updateTransaction(writer, draft, columns);
  rows.forgetDraftNumber(writer, draft.id);
}

const DRAFTS_MAX = 200;

/** Lists a store's drafts, last saved first, each with the person who works on it now, and what was paid and is reserved. */
export async function heldDrafts(reader: Reader, storeId: number, now: number): Promise<HeldDraft[]> {
  const drafts = await findDrafts(reader, storeId, DRAFTS_MAX);
  const draftIds = drafts.map((draft) => draft.id);
  const holds = Map.groupBy(await findHolds(reader, draftIds, now), (hold) => hold.draft_id);
  const payments = Map.groupBy(await findPaymentsOn(reader, draftIds), (row) => row.transaction_id);
  return drafts.map((draft) =>
    presentHeldDraft(draft, holds.get(draft.id) ?? [], payments.get(draft.id) ?? [], now),
  );
}
