import type { RouteInput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { Transaction, transactions } from '#contract/transactions.ts';
import type { Centavos } from '#domain/money.ts';
import { can } from '#domain/permissions.ts';
import { sellsAtTill, taxRuleOf } from '#domain/store-rules.ts';
import { discountLabel, type Discount, type SaleTotals, type TaxRule } from '#domain/totals.ts';
import { draftNumber } from '#domain/transactions.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { takeNumber } from '../../db/number-series.ts';
import { requireCustomer, saleCustomer, type SaleCustomer } from '../customers/customers.public.ts';
import {
  findUnits,
  holdUnits,
  presentUnit,
  unavailableUnits,
  unlockDraft,
  type Holder,
  type UnitRow,
} from '../inventory/inventory.public.ts';
import { enter } from '../shifts/shifts.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { claimStore, getStore, refuseClosedTill, sellingStore } from '../stores/stores.public.ts';
import type { NoteChange } from '../../http/call.ts';
import { takenEntries } from './entries.rules.ts';
import { claimDraft } from './claim.guards.ts';
import { refuseColleaguesCart } from './colleagues-cart.guards.ts';
import { moneyWords, notedSale, paymentWords } from './noted.present.ts';
import { refuseSecondDraft } from './one-draft.guards.ts';
import { findPayments } from './payments.repository.ts';
import { linesBelowFloor, refuseBelowFloor, type LowLine } from './price-floor.guards.ts';
import { priceSale, taxOfDraft, totalChanged, type PricedSale } from './price-sale.rules.ts';
import { takePayments } from './take-payments.rules.ts';
import { discountsIn, discountsJson, namesOf, presentTransaction } from './transactions.present.ts';
import * as rows from './transactions.repository.ts';

type DraftContent = RouteInput<typeof transactions.create>['body'];
type DraftChanges = RouteInput<typeof transactions.update>['body'];
type DraftItem = DraftContent['items'][number];

/** The discounts of an item; what an older caller names as an amount counts as one fixed discount. */
function discountsOf({ discounts, discount_amount, discount_reason }: DraftItem): readonly Discount[] {
  if (discounts) return discounts;
  if (!discount_amount) return [];
  return [{ type: 'fixed', value: discount_amount, reason: discount_reason || 'Discount' }];
}

/** Whether a line's figures are those the screen showed, as far as it named them. */
function isAsShown(item: DraftItem, price: Centavos, discountAmount: Centavos): boolean {
  const isPrice = item.price === undefined || item.price === price;
  const namesFigure = item.discounts !== undefined && item.discount_amount !== undefined;
  return isPrice && (!namesFigure || item.discount_amount === discountAmount);
}

function refuseOtherFigures(content: DraftContent, { lines, totals }: PricedSale): void {
  const sameTotals = (['subtotal', 'discount_amount', 'tax_amount', 'total_amount'] as const).every(
    (figure) => content[figure] === undefined || content[figure] === totals[figure],
  );
  const sameLines = content.items.every((item, index) =>
    isAsShown(item, lines[index]?.price ?? 0, totals.lines[index]?.discount_amount ?? 0),
  );
  if (!sameTotals || !sameLines) throw totalChanged(totals.total_amount);
}

/**
 * Whom a draft is for: the customer that was named, a walk-in for null, whom it was for when nobody else was named; it
 * keeps a customer who was deleted since, and is given to none.
 */
function customerOf(
  reader: Reader,
  named: number | null | undefined,
  kept: number | null,
): Promise<SaleCustomer | null> {
  if (named === undefined || named === kept) return saleCustomer(reader, kept);
  return named === null ? Promise.resolve(null) : requireCustomer(reader, named);
}

/** Locks units for a draft and returns them as they are then. */
async function holdAll(
  writer: Writer,
  draftId: number,
  itemIds: readonly number[],
  holder: Holder,
): Promise<UnitRow[]> {
  const [{ lost }, units] = await Promise.all([
    holdUnits(writer, itemIds, { ...holder, draftId }),
    findUnits(writer, itemIds, holder.storeId),
  ]);
  if (lost.length) throw await unavailableUnits(writer, lost, holder);
  return units;
}

type Terms = {
  draftId: number;
  customer: SaleCustomer | null;
  tax: TaxRule;
  discounts: readonly Discount[];
  /** The draft as it is stored, when it is not a new one. */
  stored: rows.TransactionRow | null;
  /** The till is off: nothing is locked. */
  isClosed: boolean;
};

/** Locks and prices a draft's units and refuses what may not be; returns its lines, and the figures for its row. */
async function reckonContent(
  writer: Writer,
  content: DraftContent,
  { draftId, customer, tax, discounts, stored, isClosed }: Terms,
  holder: Holder & Pick<TillCaller, 'approval'>,
) {
  // A unit is one line, however often it is named.
  const items = [...new Map(content.items.map((item) => [item.inventory_item_id, item])).values()];
  const itemIds = items.map((item) => item.inventory_item_id);
  const units = isClosed
    ? await findUnits(writer, itemIds, holder.storeId)
    : await holdAll(writer, draftId, itemIds, holder);
  const group = customer?.customer_group?.slug ?? null;
  const wanted = items.map((item) => ({
    inventory_item_id: item.inventory_item_id,
    discounts: discountsOf(item),
  }));
  const sale = priceSale(units, wanted, { group, tax, discounts });
  refuseOtherFigures({ ...content, items }, sale);
  const below = linesBelowFloor(sale, group);
  if (!holder.approval && !can(holder.session.staff, 'pricing.override')) {
    await refuseBelowFloor(writer, below, { group, discounts, stored });
  }
  const figures = {
    ...rowFigures(sale.totals),
    discounts_json: discountsJson(discounts),
    tax_rate: tax.rate,
    prices_include_tax: tax.pricesIncludeTax ? (1 as const) : (0 as const),
  };
  const approved = holder.approval ? approvedDiscounts(below, discounts) : [];
  return { lines: lineRows(writer, draftId, sale, below), itemIds, units, figures, approved };
}

/** The discounts below a lowest price, as the audit keeps what was approved. */
const approvedDiscounts = (below: readonly LowLine[], onCart: readonly Discount[]): string[] =>
  below.map(({ unit, price, net, discounts }) => {
    const why = [...discounts, ...onCart].map(discountLabel).join(', ');
    return `${unit.product_name}: ${moneyWords(price)} → ${moneyWords(net)} (${why})`;
  });

const lineRows = (
  writer: Writer,
  draftId: number,
  { lines, totals }: PricedSale,
  below: readonly LowLine[],
) =>
  lines.map(({ inventory_item_id, price, discounts }, position) => ({
    id: writer.nextId(),
    transaction_id: draftId,
    position,
    inventory_item_id,
    price,
    discount_amount: totals.lines[position]?.discount_amount ?? 0,
    discount_reason: discounts.map(discountLabel).join(', ') || null,
    discounts_json: discountsJson(discounts),
    final_price: totals.lines[position]?.final_price ?? 0,
    floor_agreed: below.some((low) => low.inventory_item_id === inventory_item_id) ? (1 as const) : null,
    live: 0 as const,
  }));

const rowFigures = ({ subtotal, discount_amount, taxable_amount, tax_amount, total_amount }: SaleTotals) => ({
  subtotal,
  discount_amount,
  taxable_amount,
  tax_amount,
  total_amount,
});

/**
 * Makes a draft of a cart: locks its units for it and takes the payments that come with it. 404 `customer_not_found`, 409
 * `draft_exists` or `item_unavailable`, 422 `total_changed`, `price_floor`, or on the field of a payment.
 */
export async function createDraft(
  writer: Writer,
  content: DraftContent,
  { noteChange, ...holder }: TillCaller & { noteChange: NoteChange },
): Promise<Transaction> {
  const { session, storeId, now } = holder;
  // No store is ended beside money that is taken: its drafts are looked at once it is claimed.
  if (content.payments?.length) await claimStore(writer, storeId);
  const [store, customer] = await Promise.all([
    sellingStore(writer, storeId),
    customerOf(writer, content.customer_id, null),
  ]);
  const customerId = customer?.id ?? null;
  await refuseSecondDraft(writer, { staffId: session.staff.id, customerId, draftId: null });
  const id = writer.nextId();
  const tax = taxRuleOf(store.settings);
  const terms = {
    draftId: id,
    customer,
    tax,
    discounts: content.discounts ?? [],
    stored: null,
    isClosed: false,
  };
  const { lines, units, figures, approved } = await reckonContent(writer, content, terms, holder);
  const number = draftNumber(store.code, await takeNumber(writer, storeId, 'draft'));
  const inserting = rows.insertTransaction(writer, {
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
    points_earned: 0,
    balance_due: 0,
    refunded_amount: 0,
    copies_printed: 0,
    notes: content.notes ?? null,
    created_at: now,
    created_by_id: session.staff.id,
    dated_at: now,
    updated_at: now,
  });
  const [row, inserted] = await Promise.all([inserting, rows.insertLines(writer, lines)]);
  const taking = { transactionId: id, remaining: figures.total_amount, store, session, now };
  const payments = await takePayments(writer, content.payments ?? [], taking);
  // What was approved is the discount, not the money.
  await enter(writer, store, { ...holder, approval: null }, takenEntries(payments));
  noteChange(notedSale, null, { payments: payments.map(paymentWords), discounts: approved });
  return presentTransaction(writer, row, now, {
    lines: inserted,
    units,
    customer,
    payments,
    names: namesOf(session.staff, store),
  });
}

/** Whether a cart has units that its draft has not: where the till is off, what stands in it may still be kept or emptied. */
async function addsUnits(reader: Reader, draftId: number, { items }: DraftContent): Promise<boolean> {
  const known = new Set((await rows.findLines(reader, draftId)).map((line) => line.inventory_item_id));
  return items.some((item) => !known.has(item.inventory_item_id));
}

/**
 * Puts a cart in the place of a draft's content; whoever saves becomes its staff member. Refuses as `createDraft` does,
 * and a version that is not the draft's with 409 `draft_changed`.
 */
export async function updateDraft(
  writer: Writer,
  transactionId: number,
  { version, ...content }: DraftChanges,
  { noteChange, ...holder }: TillCaller & { noteChange: NoteChange },
): Promise<Transaction> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  // An approved discount does not take a colleague's cart over: that is an act of its own.
  await refuseColleaguesCart(writer, draft, { ...holder, approval: null });
  if (version !== undefined && version !== draft.version) throw new ApiError('draft_changed');
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
  const terms = { draftId: draft.id, customer, tax, discounts, stored: draft, isClosed };
  const { lines, itemIds, units, figures, approved } = await reckonContent(writer, content, terms, holder);
  noteChange(notedSale, null, { discounts: approved });
  const unlocking = unlockDraft(writer, draft.id, itemIds);
  const updating = rows.updateTransaction(writer, draft.id, {
    ...figures,
    ...(content.notes === undefined ? {} : { notes: content.notes }),
    customer_id: customerId,
    staff_id: staffId,
    version: draft.version + 1,
    dated_at: holder.now,
    updated_at: holder.now,
  });
  const replacing = rows.replaceLines(writer, draft.id, lines);
  const [row, replaced] = await Promise.all([updating, replacing, unlocking]);
  return presentTransaction(writer, row, holder.now, {
    lines: replaced,
    units,
    customer,
    payments,
    names: namesOf(holder.session.staff, store),
  });
}

/** Cancels a draft: deletes it softly and gives its units back; 409 `has_payments` while a completed payment stands. */
export async function deleteDraft(
  writer: Writer,
  transactionId: number,
  reason: string | null,
  holder: TillCaller,
): Promise<void> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  await refuseColleaguesCart(writer, draft, holder);
  const payments = await findPayments(writer, draft.id);
  if (payments.some((payment) => payment.status === 'completed' && payment.deleted_at === null)) {
    throw new ApiError('has_payments');
  }
  await unlockDraft(writer, draft.id, []);
  await rows.updateTransaction(writer, draft.id, {
    deleted_at: holder.now,
    deleted_by_id: holder.session.staff.id,
    deletion_reason: reason,
    updated_at: holder.now,
  });
}

export type HoldReport = {
  locked: { inventory_item_id: number; expires_at: number }[];
  lost: {
    inventory_item_id: number;
    message: string;
    locked_by: string | null;
    locked_until: number | null;
  }[];
};

/**
 * Holds every unit of a draft for another five minutes; 409 `pos_disabled` where the till is off. `resume` takes the draft
 * and its holds over from another sign-in; 409 `draft_exists` when whoever resumes has a draft for that customer already.
 */
export async function refreshLocks(
  writer: Writer,
  transactionId: number,
  resume: boolean,
  holder: TillCaller,
): Promise<HoldReport> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  const staffId = holder.session.staff.id;
  refuseClosedTill(await getStore(writer, holder.storeId));
  if (resume) {
    await refuseColleaguesCart(writer, draft, holder);
    await refuseSecondDraft(writer, { staffId, customerId: draft.customer_id, draftId: draft.id });
  }
  const itemIds = (await rows.findLines(writer, draft.id)).map((line) => line.inventory_item_id);
  const held = await holdUnits(writer, itemIds, { ...holder, draftId: draft.id, takeOver: resume });
  const locked = itemIds
    .filter((itemId) => !held.lost.includes(itemId))
    .map((itemId) => ({ inventory_item_id: itemId, expires_at: held.expiresAt }));
  const report: HoldReport = { locked, lost: [] };
  for (const itemId of held.lost) report.lost.push(await lostUnit(writer, itemId, holder));
  // A new version: the till that had the draft must not save over the one that took it.
  const taken = { staff_id: staffId, version: draft.version + 1 };
  if (resume) await rows.updateTransaction(writer, draft.id, taken);
  return report;
}

/** The till leaves a draft: what this sign-in holds for it is free again, what another one holds stays. */
export async function leaveDraft(writer: Writer, transactionId: number, holder: Holder): Promise<HoldReport> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  await unlockDraft(writer, draft.id, [], holder.session.id);
  return { locked: [], lost: [] };
}

async function lostUnit(
  reader: Reader,
  itemId: number,
  { storeId, now }: Holder,
): Promise<HoldReport['lost'][number]> {
  const [row] = await findUnits(reader, [itemId], storeId);
  const unit = row && presentUnit(row, now);
  return {
    inventory_item_id: itemId,
    message: unit?.status === 'sold' ? 'Sold meanwhile' : 'This item is not available',
    locked_by: unit?.locked_by ?? null,
    locked_until: unit?.locked_until ?? null,
  };
}
