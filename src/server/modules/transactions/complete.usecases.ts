import type { RouteInput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { Store } from '#contract/stores.ts';
import type { Transaction, transactions } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { changeDue, coveredAmount, excessWithoutCash, isCovered, remainingAmount } from '#domain/payments.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { pointsEarned } from '#domain/totals.ts';
import { invoiceNumber } from '#domain/transactions.ts';
import type { Writer } from '../../db/access.ts';
import { changePoints, countSale, saleCustomer, type SaleCustomer } from '../customers/customers.public.ts';
import { sellItems, type Holder, type UnitRow } from '../inventory/inventory.public.ts';
import { queueReceipt } from '../mail/mail.public.ts';
import { getStore } from '../stores/stores.public.ts';
import { refusalOf, tryClaimDraft } from './claim.guards.ts';
import { findPayments, type PaymentRow } from './payments.repository.ts';
import { priceSale, totalChanged } from './price-sale.rules.ts';
import { receiptOf } from './receipt.present.ts';
import { refuseUnseenPayments, takePayments } from './take-payments.rules.ts';
import { discountsIn, namesOf, presentTransaction, type InHand } from './transactions.present.ts';
import * as rows from './transactions.repository.ts';

export type Completed = { transaction: Transaction; receipt: ReceiptDocument };

async function completedSale(
  writer: Writer,
  row: rows.TransactionRow,
  store: Store,
  now: number,
  inHand?: InHand,
): Promise<Completed> {
  const transaction = await presentTransaction(writer, row, now, inHand);
  return { transaction, receipt: await receiptOf(writer, { row, store, sale: transaction }, 0) };
}

/** The prices are found again and must come to what the draft says and the customer was told; returns the units. */
async function refuseStalePrices(
  writer: Writer,
  draft: rows.TransactionRow,
  lines: readonly rows.LineRow[],
  customer: SaleCustomer | null,
): Promise<UnitRow[]> {
  const wanted = lines.map(({ inventory_item_id, discounts_json }) => ({
    inventory_item_id,
    discounts: discountsIn(discounts_json),
  }));
  const { totals, lines: priced } = await priceSale(writer, wanted, {
    storeId: draft.store_id,
    group: customer?.customer_group?.slug ?? null,
    tax: { rate: draft.tax_rate, pricesIncludeTax: draft.prices_include_tax === 1 },
    discounts: discountsIn(draft.discounts_json),
  });
  if (totals.total_amount !== draft.total_amount) throw totalChanged(totals.total_amount);
  return priced.map(({ unit }) => unit);
}

function refuseUncovered(draft: rows.TransactionRow, payments: readonly PaymentRow[]): { change: number } {
  const remaining = remainingAmount(draft.total_amount, payments);
  if (draft.total_amount <= 0) {
    throw new ApiError('insufficient_payment', { message: 'Cart total must be greater than 0' });
  }
  if (coveredAmount(payments) === 0 || !isCovered(draft.total_amount, payments)) {
    throw new ApiError('insufficient_payment', {
      message: `Please add ${formatMoney(remaining, 'payment')} more in payments`,
    });
  }
  const excess = excessWithoutCash(draft.total_amount, payments);
  if (excess > 0) {
    throw new ApiError('validation_failed', {
      message: `Payments other than cash exceed the total by ${formatMoney(excess, 'payment')}. Delete one of them`,
    });
  }
  return { change: changeDue(draft.total_amount, payments) };
}

/** Gives a sale's customer its points; returns how many. Walk-ins get none. */
async function givePoints(
  writer: Writer,
  draft: rows.TransactionRow,
  number: string,
  { session, now }: Holder,
): Promise<number> {
  if (draft.customer_id === null) return 0;
  return changePoints(writer, {
    customerId: draft.customer_id,
    points: pointsEarned(draft),
    reason: `Sale ${number}`,
    transactionId: draft.id,
    staffId: session.staff.id,
    now,
  });
}

/**
 * Completes a draft in one transaction: the payments that come with it are taken, its units are sold, its invoice number
 * is given, its change is kept, its customer gets the points, its receipt is put in the outbox. The first caller wins; a
 * later one gets the same answer. 422 for what is not paid and on the field of a payment, 409 for units another till has
 * and for payments that the caller did not know of; nothing of it is kept then, no payment either.
 */
export async function completeSale(
  writer: Writer,
  transactionId: number,
  { receiptEmail = null, payments = [], known_payments }: RouteInput<typeof transactions.complete>['body'],
  holder: Holder,
): Promise<Completed> {
  const { session, storeId, now } = holder;
  const { draft, found } = await tryClaimDraft(writer, transactionId, storeId);
  if (!draft) {
    if (found?.status !== 'completed') throw refusalOf(found);
    return completedSale(writer, found, await getStore(writer, storeId), now);
  }
  const lines = await rows.findLines(writer, draft.id);
  if (lines.length === 0)
    throw new ApiError('illegal_state', { message: 'Add items to the cart before checkout' });
  const customer = await saleCustomer(writer, draft.customer_id);
  const units = await refuseStalePrices(writer, draft, lines, customer);
  const store = await getStore(writer, storeId);
  const standing = await findPayments(writer, draft.id);
  refuseUnseenPayments(standing, known_payments);
  const remaining = remainingAmount(draft.total_amount, standing);
  const taking = { transactionId: draft.id, remaining, store, session, now };
  const paid = [...standing, ...(await takePayments(writer, payments, taking))];
  const { change } = refuseUncovered(draft, paid);
  const sold = await sellItems(writer, units, holder);
  await rows.makeLinesLive(writer, draft.id);
  await countSale(writer, draft, now);
  // The series' row is the busiest of the shop: it is taken late, to be held shortest.
  const invoiceNo = await rows.takeNumber(writer, storeId, 'invoice');
  const number = invoiceNumber(store.code, invoiceNo);
  const points = await givePoints(writer, draft, number, holder);
  const sale = await rows.updateTransaction(writer, draft.id, {
    status: 'completed',
    staff_id: session.staff.id,
    invoice_no: invoiceNo,
    invoice_number: number,
    change_due: change,
    points_earned: points,
    receipt_email: receiptEmail,
    completed_at: now,
    completed_by_id: session.staff.id,
    dated_at: now,
    updated_at: now,
  });
  await rows.keepInvoiceNumber(writer, draft, number);
  const completed = await completedSale(writer, sale, store, now, {
    lines,
    units: sold,
    payments: paid,
    names: namesOf(session.staff, store),
    // Its points are not what they were.
    customer: customer && { ...customer, loyalty_points: customer.loyalty_points + points },
  });
  if (receiptEmail !== null) {
    const asked = { transactionId: draft.id, staffId: session.staff.id };
    await queueReceipt(writer, completed.receipt, { recipient: receiptEmail, now, ...asked });
  }
  return completed;
}
