import { ApiError } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { priceForGroup } from '#domain/pricing.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { saleTotals, type SaleTotals, type TaxRule } from '#domain/totals.ts';
import { draftNumber } from '#domain/transactions.ts';
import type { Reader, Writer } from '../../db/access.ts';
import {
  findUnits,
  holdUnit,
  presentUnit,
  unavailableUnits,
  unlockDraft,
  type Holder,
} from '../inventory/inventory.usecases.ts';
import { paymentsOf } from '../payments/payments-of.usecases.ts';
import { sellingStore } from '../stores/stores.usecases.ts';
import { claimDraft } from './claim.usecases.ts';
import { presentTransaction } from './present.usecases.ts';
import * as rows from './transactions.repository.ts';

/** A draft as the till sends it; totals that it names must be the server's own. */
export type DraftContent = {
  items: readonly { inventory_item_id: number; price?: Centavos }[];
  notes?: string | null;
} & Partial<Pick<SaleTotals, 'subtotal' | 'discount_amount' | 'tax_amount' | 'total_amount'>>;

/** Prices some units for a customer's group, in the order given, and adds them up. */
export async function priceUnits(
  reader: Reader,
  itemIds: readonly number[],
  { storeId, group, tax }: { storeId: number; group: string | null; tax: TaxRule },
): Promise<{ prices: Centavos[]; totals: SaleTotals }> {
  const units = new Map((await findUnits(reader, itemIds, storeId)).map((unit) => [unit.id, unit]));
  const prices = itemIds.map((itemId) => {
    const unit = units.get(itemId);
    if (!unit) throw new ApiError('item_unavailable', { details: { inventory_item_ids: [itemId] } });
    return priceForGroup(unit, group);
  });
  const totals = saleTotals(
    prices.map((price) => ({ price, discounts: [] })),
    [],
    tax,
  );
  return { prices, totals };
}

/** The refusal of a figure that the screen showed and the server does not find. */
export function totalChanged(total: Centavos): ApiError {
  return new ApiError('total_changed', {
    message: `The total is now ${formatMoney(total, 'payment')}. Check the prices again`,
    details: { total_amount: total },
  });
}

function refuseOtherFigures(content: DraftContent, prices: readonly Centavos[], totals: SaleTotals): void {
  const sameTotals = (['subtotal', 'discount_amount', 'tax_amount', 'total_amount'] as const).every(
    (figure) => content[figure] === undefined || content[figure] === totals[figure],
  );
  const samePrices = content.items.every(
    (item, index) => item.price === undefined || item.price === prices[index],
  );
  if (!sameTotals || !samePrices) throw totalChanged(totals.total_amount);
}

async function holdAll(
  writer: Writer,
  draftId: number,
  itemIds: readonly number[],
  holder: Holder,
): Promise<void> {
  const lost: number[] = [];
  for (const itemId of [...itemIds].sort((a, b) => a - b)) {
    if (!(await holdUnit(writer, itemId, { ...holder, draftId }))) lost.push(itemId);
  }
  if (lost.length) throw await unavailableUnits(writer, lost, holder);
}

/** Locks, prices and stores a draft's lines; answers the figures for its row. */
async function putContent(
  writer: Writer,
  draft: { id: number; tax: TaxRule },
  content: DraftContent,
  holder: Holder,
) {
  // A unit is one line, however often it is named.
  const items = [...new Map(content.items.map((item) => [item.inventory_item_id, item])).values()];
  const itemIds = items.map((item) => item.inventory_item_id);
  await holdAll(writer, draft.id, itemIds, holder);
  const { prices, totals } = await priceUnits(writer, itemIds, {
    storeId: holder.storeId,
    group: null,
    tax: draft.tax,
  });
  refuseOtherFigures({ ...content, items }, prices, totals);
  const lines = itemIds.map((itemId, position) => ({
    id: writer.nextId(),
    transaction_id: draft.id,
    position,
    inventory_item_id: itemId,
    price: prices[position] ?? 0,
    discount_amount: totals.lines[position]?.discount_amount ?? 0,
    discount_reason: null,
    final_price: totals.lines[position]?.final_price ?? 0,
    live: 0 as const,
  }));
  return { lines, itemIds, figures: rowFigures(totals) };
}

const rowFigures = ({ subtotal, discount_amount, taxable_amount, tax_amount, total_amount }: SaleTotals) => ({
  subtotal,
  discount_amount,
  taxable_amount,
  tax_amount,
  total_amount,
});

/** Makes a draft of a cart: locks its units for it; 409 `item_unavailable`, 422 `total_changed`. */
export async function createDraft(
  writer: Writer,
  content: DraftContent,
  holder: Holder,
): Promise<Transaction> {
  const { session, storeId, now } = holder;
  const store = await sellingStore(writer, storeId);
  const tax = taxRuleOf(store.settings);
  const id = writer.nextId();
  const { lines, figures } = await putContent(writer, { id, tax }, content, holder);
  const number = draftNumber(store.code, await rows.takeNumber(writer, storeId, 'draft'));
  await rows.insertTransaction(writer, {
    id,
    store_id: storeId,
    staff_id: session.staff.id,
    customer_id: null,
    status: 'draft',
    version: 1,
    claim_no: 0,
    draft_number: number,
    ...figures,
    tax_rate: tax.rate,
    prices_include_tax: tax.pricesIncludeTax ? 1 : 0,
    change_due: 0,
    points_earned: 0,
    copies_printed: 0,
    notes: content.notes ?? null,
    created_at: now,
    updated_at: now,
  });
  await rows.replaceLines(writer, id, lines);
  return getDraft(writer, id, holder);
}

/** Puts a cart in the place of a draft's content; a version that is not the draft's answers 409 `draft_changed`. */
export async function updateDraft(
  writer: Writer,
  transactionId: number,
  { version, ...content }: DraftContent & { version?: number },
  holder: Holder,
): Promise<Transaction> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  if (version !== undefined && version !== draft.version) throw new ApiError('draft_changed');
  const tax = taxRuleOf((await sellingStore(writer, holder.storeId)).settings);
  const { lines, itemIds, figures } = await putContent(writer, { id: draft.id, tax }, content, holder);
  await unlockDraft(writer, draft.id, itemIds);
  await rows.replaceLines(writer, draft.id, lines);
  await rows.updateTransaction(writer, draft.id, {
    ...figures,
    tax_rate: tax.rate,
    prices_include_tax: tax.pricesIncludeTax ? 1 : 0,
    ...(content.notes === undefined ? {} : { notes: content.notes }),
    staff_id: holder.session.staff.id,
    version: draft.version + 1,
    updated_at: holder.now,
  });
  return getDraft(writer, draft.id, holder);
}

/** Cancels a draft: deletes it softly and gives its units back; 409 `has_payments` while a completed payment stands. */
export async function deleteDraft(writer: Writer, transactionId: number, holder: Holder): Promise<void> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  const payments = await paymentsOf(writer, draft.id);
  if (payments.some((payment) => payment.status === 'completed' && payment.deleted_at === null)) {
    throw new ApiError('has_payments');
  }
  await unlockDraft(writer, draft.id, []);
  await rows.updateTransaction(writer, draft.id, { deleted_at: holder.now, updated_at: holder.now });
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

/** Holds every unit of a draft for another five minutes; `resume` takes the draft's holds over from another sign-in. */
export async function refreshLocks(
  writer: Writer,
  transactionId: number,
  resume: boolean,
  holder: Holder,
): Promise<HoldReport> {
  const draft = await claimDraft(writer, transactionId, holder.storeId);
  const itemIds = (await rows.findLines(writer, draft.id)).map((line) => line.inventory_item_id);
  const report: HoldReport = { locked: [], lost: [] };
  for (const itemId of [...itemIds].sort((a, b) => a - b)) {
    const hold = await holdUnit(writer, itemId, { ...holder, draftId: draft.id, takeOver: resume });
    if (hold) report.locked.push({ inventory_item_id: itemId, expires_at: hold.expiresAt });
    else report.lost.push(await lostUnit(writer, itemId, holder));
  }
  // A new version: the till that had the draft must not save over the one that took it.
  const taken = { staff_id: holder.session.staff.id, version: draft.version + 1 };
  if (resume) await rows.updateTransaction(writer, draft.id, taken);
  return report;
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

async function getDraft(writer: Writer, id: number, { storeId, now }: Holder): Promise<Transaction> {
  const row = await rows.findTransaction(writer, id, [storeId]);
  if (!row) throw new ApiError('transaction_not_found');
  return presentTransaction(writer, row, now);
}
