import type { RouteInput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { ChainSettings } from '#contract/settings.ts';
import { fieldsOf } from '#contract/shapes.ts';
import type { Store } from '#contract/stores.ts';
import { buyerForm, type Transaction, type transactions } from '#contract/transactions.ts';
import type { z } from '#contract/zod.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import {
  cashRounding,
  changeDue,
  coveredAmount,
  excessWithoutCash,
  isCovered,
  remainingAmount,
} from '#domain/payments.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { pointsEarned, type TaxRule } from '#domain/totals.ts';
import { invoiceNumber, transactionStatusLabels } from '#domain/transactions.ts';
import type { Writer } from '../../db/access.ts';
import { updatedColumns } from '../../db/columns.ts';
import { takeInvoiceNumber } from '../../db/number-series.ts';
import {
  changeClaimedPoints,
  changePoints,
  claimPoints,
  countSale,
  type PointsChange,
  saleCustomer,
  type SaleCustomer,
} from '../customers/customers.public.ts';
import type { NoteChange } from '../../http/call.ts';
import { findUnitsOfDraft, sellHeldUnits, type Holder, type UnitRow } from '../units/units.public.ts';
import { queueReceipt } from '../mail/mail.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { enterAt, placeOf, type NewEntry, type Place } from '../shifts/shifts.public.ts';
import {
  getStore,
  invoiceProofs,
  type Prove,
  refuseClosedTill,
  sellerAt,
  sellerNow,
} from '../stores/stores.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { claimSale, refusalOf, tryClaimDraft } from './claim.locks.ts';
import { refuseColleaguesCart, refuseOutdated, SALE_CHANGED } from './drafts.guards.ts';
import { findOtherTill } from './held-drafts.repository.ts';
import { moneyText, notedSale, paymentsText } from './noted.present.ts';
import { findPayments, insertPayment, type PaymentRow } from './payments.repository.ts';
import { priceSale, taxOfDraft, totalChanged } from './price-sale.rules.ts';
import { receiptOf, type Printed } from './receipt.present.ts';
import { emailReceipt } from './receipt.usecases.ts';
import { saleEntries, takenEntries } from './entries.rules.ts';
import { NO_PAYMENT, refuseUnseenPayments, takePayments } from './take-payments.usecases.ts';
import { discountsIn, namesOf, presentTransaction, type InHand } from './transactions.present.ts';
import * as rows from './transactions.repository.ts';

/** What an exchange brings to the sale that it ends with. */
export type Exchanged = {
  refundId: number;
  /** The value of the returned units that pays for it. */
  carried: Centavos;
  /** The invoice number of the sale that they were of. */
  reference: string | null;
  /** For a unit that replaces one under its warranty, which runs on; its price is given. */
  warranty: Partial<Pick<rows.LineRow, 'warranty_months' | 'warranty_from'>> | null;
  /** The customer of the returned units' sale, for a draft without one; null if that has none either. */
  customerId: number | null;
  /** Taken back after the sale's own points are given, so that what a customer has spent stays spent. */
  pointsBack: PointsChange | null;
};

/** Takes what an exchange carries over as a payment; nothing of a sale that nobody has paid. */
function takeCarried(
  writer: Writer,
  transactionId: number,
  { carried, reference }: Exchanged,
  { session, now }: Holder,
): PaymentRow[] {
  if (carried === 0) return [];
  const payment = {
    ...NO_PAYMENT,
    id: writer.nextId(),
    transaction_id: transactionId,
    method: 'exchange' as const,
    amount: carried,
    status: 'completed' as const,
    reference_number: reference,
    // No reference of a tender, which is used once.
    reference_key: null,
    created_at: now,
    created_by_id: session.staff.id,
    paid_at: now,
  };
  return [insertPayment(writer, payment, session.staff)];
}

export type Completed = { transaction: Transaction; receipt: ReceiptDocument; invoice_proof: string };

export async function completedSale(
  writer: Writer,
  { prove, chain, ...printed }: Omit<Printed, 'sale' | 'seller'> & { chain: ChainSettings; prove: Prove },
  now: number,
  inHand?: InHand,
): Promise<Completed> {
  const { row, store } = printed;
  const transaction = await presentTransaction(writer, row, now, inHand);
  const isOfNow = inHand !== undefined && row.offline_number === null;
  const seller = isOfNow
    ? sellerNow(store, chain)
    : await sellerAt(writer, { store, chain }, row.completed_at);
  return {
    transaction,
    receipt: receiptOf({ ...printed, seller, sale: transaction }),
    invoice_proof: prove(row.store_id, row.invoice_no ?? 0),
  };
}

/** Recalculates prices and tax, and refuses if they differ from the draft that the customer was told. */
function refuseStalePrices(
  draft: rows.TransactionRow,
  tax: TaxRule,
  lines: readonly rows.LineRow[],
  units: readonly UnitRow[],
  customer: SaleCustomer | null,
): void {
  const wanted = lines.map((line) => ({ ...line, discounts: discountsIn(line.discounts_json) }));
  const { totals } = priceSale(units, wanted, {
    group: customer?.customer_group?.slug ?? null,
    tax,
    discounts: discountsIn(draft.discounts_json),
  });
  const isAsTold = totals.total_amount === draft.total_amount && totals.tax_amount === draft.tax_amount;
  if (!isAsTold) throw totalChanged(totals.total_amount);
}

/** Refuses a sale of nothing: only an exchange may come to 0. */
function refuseNothing({ total_amount }: rows.TransactionRow, exchange: Exchanged | null): void {
  if (total_amount > 0 || exchange) return;
  throw new ApiError('insufficient_payment', { message: 'Cart total must be greater than 0' });
}

/** Returns a sale's change and its cash rounding; 422 while its payments do not cover it, or exceed it without cash. */
function refuseUncovered(
  draft: rows.TransactionRow,
  payments: readonly PaymentRow[],
  coin: Centavos,
): { change: Centavos; rounding: Centavos } {
  const remaining = remainingAmount(draft.total_amount, payments, coin);
  const isUnpaid = draft.total_amount > 0 && coveredAmount(payments) === 0;
  if (isUnpaid || !isCovered(draft.total_amount, payments, coin)) {
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
  const change = changeDue(draft.total_amount, payments, coin);
  return { change, rounding: cashRounding(draft.total_amount, payments, { change, coin }) };
}

type Giving = { draft: rows.TransactionRow; number: string; before: number | null };

/** Gives a sale's customer their points and returns how many. Walk-ins get none. */
function givePoints(writer: Writer, { draft, number, before }: Giving, { session, now }: Holder): number {
  if (draft.customer_id === null) return 0;
  return changeClaimedPoints(writer, before, {
    customerId: draft.customer_id,
    points: pointsEarned(draft),
    reason: `Sale ${number}`,
    transactionId: draft.id,
    staffId: session.staff.id,
    now,
  });
}

/** What a sale is finished with: its units are sold, and its payments taken. */
export type Finished = {
  draft: rows.TransactionRow;
  lines: readonly rows.LineRow[];
  units: readonly UnitRow[];
  /** The payments that stood on the draft, and those that came with its completion. */
  existing: readonly PaymentRow[];
  taken: readonly PaymentRow[];
  change: Centavos;
  rounding: Centavos;
  customer: SaleCustomer | null;
  store: Store;
  chain: ChainSettings;
  prove: Prove;
};

export type Finishing = {
  /** The till and the shift that its entries belong to. */
  place: Place;
  /** Entries beside those of the sale and its payments. */
  furtherEntries?: readonly NewEntry[];
  /** When it was made, where that is not now. */
  at?: number;
  /** Its invoice number, where that was given before. */
  invoiceNo?: number;
  /** Further columns of its row. */
  columns: Partial<rows.TransactionRow>;
  /** What the audit log says of it besides. */
  noted: z.output<typeof notedSale>;
  /** The warranty of its lines, where it is not that of their units. */
  warranty: Exchanged['warranty'];
  /** True if its customer gets their points later. */
  holdsPoints?: boolean;
  /** Points that an exchange takes back. */
  pointsBack?: Exchanged['pointsBack'];
};

const entriesOf = (
  sale: rows.TransactionRow,
  { taken, change, rounding }: Pick<Finished, 'taken' | 'change' | 'rounding'>,
): NewEntry[] => [...saleEntries(sale, change, rounding), ...takenEntries(taken)];

/**
 * Finishes a sale whose units are sold: makes its lines live, numbers its invoice, makes its till entries, gives points,
 * records the change, and puts the receipt in the outbox.
 */
export async function finishSale(
  writer: Writer,
  { draft, lines, units, existing, taken, change, rounding, customer, store, chain, prove }: Finished,
  {
    place,
    furtherEntries = [],
    at,
    invoiceNo,
    columns,
    noted,
    warranty,
    holdsPoints,
    pointsBack = null,
  }: Finishing,
  { noteChange, ...holder }: Holder & Pick<TillCaller, 'approval'> & { noteChange: NoteChange },
): Promise<Completed> {
  const { session, now } = holder;
  countSale(writer, draft, at ?? now);
  // The series' row is the shop's busiest: it is taken last, and held for one round trip.
  const [live, before, invoice] = await Promise.all([
    rows.makeLinesLive(writer, draft.id),
    draft.customer_id === null ? null : claimPoints(writer, draft.customer_id),
    invoiceNo === undefined ? takeInvoiceNumber(writer, store.id, now) : { no: invoiceNo, at: now },
  ]);
  const number = invoiceNumber(store.code, invoice.no);
  const entries = entriesOf({ ...draft, invoice_no: invoice.no }, { taken, change, rounding });
  enterAt(writer, place, { ...holder, now: at ?? now }, [...entries, ...furtherEntries]);
  if (warranty) await rows.continueWarranty(writer, draft.id, warranty);
  const points = holdsPoints ? 0 : givePoints(writer, { draft, number, before }, holder);
  const takenBack = pointsBack ? await changePoints(writer, pointsBack) : 0;
  const gained = points + (pointsBack?.customerId === draft.customer_id ? takenBack : 0);
  const completedAt = at ?? invoice.at;
  const row = rows.updateTransaction(
    writer,
    draft,
    updatedColumns('transactions', {
      ...columns,
      status: 'completed',
      staff_id: session.staff.id,
      invoice_no: invoice.no,
      invoice_number: number,
      change_due: change,
      cash_rounding: rounding,
      points_earned: points,
      completed_at: completedAt,
      completed_by_id: session.staff.id,
      dated_at: completedAt,
      updated_at: now,
    }),
  );
  rows.keepNumbers(writer, row, number);
  const paid = [...existing, ...taken];
  noteChange(
    notedSale,
    { status: transactionStatusLabels.draft, payments: existing.map(paymentsText) },
    {
      status: transactionStatusLabels.completed,
      invoice_number: number,
      units: lines.length,
      total: moneyText(draft.total_amount),
      payments: paid.map(paymentsText),
      change: change ? moneyText(change) : undefined,
      cash_rounding: rounding ? moneyText(rounding) : undefined,
      ...noted,
    },
  );
  const asSold = new Map(live.map((line) => [line.id, line]));
  const completed = await completedSale(writer, { row, store, chain, prove }, now, {
    lines: lines.map((line) => ({ ...line, ...asSold.get(line.id), ...warranty })),
    units,
    payments: paid,
    names: namesOf(session.staff, store),
    // The customer as it was read has the points from before the sale.
    customer: customer && { ...customer, loyalty_points: customer.loyalty_points + gained },
  });
  if (row.receipt_email !== null) {
    const asked = { transactionId: draft.id, staffId: session.staff.id };
    await queueReceipt(writer, completed.receipt, { recipient: row.receipt_email, now, ...asked });
  }
  return completed;
}

type PaymentForms = NonNullable<RouteInput<typeof transactions.complete>['body']['payments']>;

/** Refuses payments that are not in the completed sale: they came with a later completion, and nobody would have them. */
function refuseLatePayments(forms: PaymentForms, taken: readonly PaymentRow[], { session }: Holder): void {
  const own = taken.filter((payment) => payment.created_by_id === session.staff.id && !payment.deleted_at);
  for (const form of forms) {
    const same = own.findIndex(
      ({ method, amount, reference_number }) =>
        method === form.method &&
        amount === form.amount &&
        reference_number === (form.reference_number ?? null),
    );
    if (same < 0) {
      throw new ApiError('illegal_state', {
        message: 'Another till has completed this sale. The payments entered here were not taken',
      });
    }
    own.splice(same, 1);
  }
}

/** Refuses a buyer who is not the one of the completed sale: its receipt was printed without them. */
function refuseLateBuyer(form: z.output<typeof buyerForm>, sold: rows.TransactionRow): void {
  if (fieldsOf(buyerForm).every((field) => !form[field] || form[field] === sold[field])) return;
  throw new ApiError('illegal_state', {
    message: 'Another till has completed this sale. The buyer entered here is not on its receipt',
  });
}

/** Sends the receipt to an address that came with a later completion: nobody else would send it there. */
async function sendLateReceipt(
  writer: Writer,
  found: rows.TransactionRow,
  address: string | null,
  holder: Holder,
): Promise<rows.TransactionRow> {
  if (address === null || address === found.receipt_email) return found;
  const sale = await claimSale(writer, found.id, found.store_id);
  // Another call has sent it there since the sale was read.
  if (address === sale.receipt_email) return sale;
  await emailReceipt(writer, sale.id, address, holder);
  return rows.updateTransaction(writer, sale, { receipt_email: address });
}

/**
 * Completes a draft in one transaction: takes the payments that come with it, sells its units, numbers its invoice,
 * records the change, gives points, and puts the receipt in the outbox. The first caller wins; later ones get the same
 * answer, with the receipt sent to another address that they bring, and 409 if they bring other payments or another buyer, 429 after too
 * many mails. 422 for what is not paid and on a payment's field, 409 for units that another till has, for payments or
 * changes of the draft that the caller did not know of, and if the till is off and something is still to be paid;
 * nothing is kept then, no payment either. In an exchange, what it carries over is a payment before the others.
 */
export async function completeSale(
  writer: Writer,
  transactionId: number,
  {
    receiptEmail = null,
    printReceipt = true,
    payments = [],
    known_payments,
    version,
    ...form
  }: RouteInput<typeof transactions.complete>['body'],
  { noteChange, ...holder }: TillCaller & { noteChange: NoteChange },
  exchange: Exchanged | null = null,
): Promise<Completed> {
  const { session, storeId, now } = holder;
  // Read together with the claim: from then on nobody else changes them.
  const [{ draft, found }, lines, existing, units, store, chain, prove] = await Promise.all([
    tryClaimDraft(writer, transactionId, storeId),
    rows.findLines(writer, transactionId),
    findPayments(writer, transactionId),
    findUnitsOfDraft(writer, transactionId, storeId),
    getStore(writer, storeId),
    chainSettings(writer),
    invoiceProofs(writer),
  ]);
  if (!draft) {
    if (found?.status !== 'completed') throw refusalOf(found);
    refuseLatePayments(payments, existing, holder);
    refuseLateBuyer(form, found);
    const row = await sendLateReceipt(writer, found, receiptEmail, holder);
    return completedSale(writer, { row, store, chain, prove }, now);
  }
  const { smallest_coin: coin } = chain;
  await refuseColleaguesCart(writer, draft, holder);
  if (version !== undefined && version !== draft.version) {
    // Units that another sale has are told first.
    const at = { sessionId: session.id, staffId: session.staff.id, now };
    const isTakenOver = (await findOtherTill(writer, draft.id, at)) !== undefined;
    if (!isTakenOver) await sellHeldUnits(writer, units, { ...holder, draftId: draft.id });
    await refuseOutdated(writer, draft, { seen: version, now, message: SALE_CHANGED });
  }
  // A sale paid in full is still completed if the till was switched off meanwhile.
  const isPaid =
    payments.length === 0 && existing.length > 0 && isCovered(draft.total_amount, existing, coin);
  if (!store.is_active || !isPaid) refuseClosedTill(store);
  if (lines.length === 0)
    throw new ApiError('illegal_state', { message: 'Add items to the cart before checkout' });
  const customer = await saleCustomer(writer, draft.customer_id);
  const refuseStale = (priced: readonly UnitRow[]) => {
    if (!exchange?.warranty)
      refuseStalePrices(draft, taxOfDraft(draft, existing, store), lines, priced, customer);
  };
  refuseStale(units);
  refuseUnseenPayments(existing, known_payments);
  refuseNothing(draft, exchange);
  const carried = exchange ? takeCarried(writer, draft.id, exchange, holder) : [];
  const remaining = remainingAmount(draft.total_amount, [...existing, ...carried], coin);
  const taking = { transactionId: draft.id, remaining, store, session, now };
  const taken = [...carried, ...(await takePayments(writer, payments, taking))];
  const paid = [...existing, ...taken];
  const { change, rounding } = refuseUncovered(draft, paid, coin);
  const selling = sellHeldUnits(writer, units, { ...holder, draftId: draft.id });
  const placing = placeOf(writer, store, holder, entriesOf(draft, { taken, change, rounding }));
  // Units that another till has are told first.
  placing.catch(() => undefined);
  const sold = await selling;
  const place = await placing;
  // A unit that nobody held may have been given another price since it was read.
  refuseStale(sold);
  const customer_id = draft.customer_id ?? exchange?.customerId ?? null;
  const buyer = customer_id === draft.customer_id ? customer : await saleCustomer(writer, customer_id);
  return finishSale(
    writer,
    {
      draft: { ...draft, customer_id },
      customer: buyer,
      ...{ lines, units: sold, existing, taken, change, rounding, store, chain, prove },
    },
    {
      place,
      columns: updatedColumns('transactions', {
        ...form,
        customer_id,
        exchange_refund_id: exchange?.refundId,
        receipt_email: receiptEmail,
        copies_printed: printReceipt ? 0 : rows.NO_PAPER,
      }),
      noted: form,
      warranty: exchange?.warranty ?? null,
      pointsBack: exchange?.pointsBack ?? null,
    },
    { ...holder, noteChange },
  );
}
