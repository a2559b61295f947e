import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { transactions } from '#contract/transactions.ts';
import { cashBack } from '#domain/cash-rounding.ts';
import { allocate, formatMoney, type Centavos } from '#domain/money.ts';
import {
  beforeRefund,
  cashForUnits,
  cashIn,
  defaultPayouts,
  keptRounding,
  paidAmount,
  proposedRefund,
  refundShares,
  taxTakenBack,
  writtenOff,
  type Disposition,
  type Payout,
} from '#domain/refunds.ts';
import { unitOf } from '#domain/sale-line.ts';
import { pointsAfterRefund } from '#domain/totals.ts';
import { transactionStatusLabels } from '#domain/transactions.ts';
import type { Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import type { NoteChange } from '../../http/call.ts';
import { changePoints, countRefund, type PointsChange } from '../customers/customers.public.ts';
import { returnSoldUnits, type Holder } from '../units/units.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { enter } from '../shifts/shifts.public.ts';
import { getStore } from '../stores/stores.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { findPayouts, insertRefund, markReturned, sumRefundsOf } from './after-sale.repository.ts';
import { failPendingOf, refreshBalance } from './take-payments.usecases.ts';
import { claimSale, refuseDisputed } from './claim.locks.ts';
import { refundEntries } from './entries.rules.ts';
import { refuseCardNumber } from './payment-form.rules.ts';
import { payoutsChanged, shownPayouts } from './known-payouts.guards.ts';
import { failingText, moneyText, notedSale, payoutText } from './noted.present.ts';
import { findRefundable, giveBackPaidUnits, type RefundablePayment } from './trade-in.usecases.ts';
import { presentWhole } from './timeline.present.ts';
import {
  findLines,
  findTransaction,
  updateTransaction,
  type LineRow,
  type TransactionRow,
} from './transactions.repository.ts';

export type RefundForm = RouteInput<typeof transactions.refund>['body'];

type ChosenPayout = NonNullable<RefundForm['payouts']>[number];
type PaidOut = Payout & Partial<Omit<ChosenPayout, 'method'>>;

/** A sale that returned units are exchanged for. */
export type ExchangedFor = {
  transactionId: number;
  /** Returns the most that it takes of a refund as its payment, given the units' own share of what was paid. */
  takes: (share: Centavos) => Centavos;
};

/** A returned line: its position in the sale, and where its unit goes. */
type Returning = { line: LineRow; index: number; disposition: Disposition };

const sum = (amounts: readonly Centavos[]): Centavos => amounts.reduce((total, amount) => total + amount, 0);

/** 409 `illegal_state` for a line whose unit was traded in: it no longer belongs to this sale. */
function refuseTradedIn(chosen: readonly Returning[]): void {
  const gone = chosen.filter(({ line }) => line.traded_in_at !== null);
  if (gone.length === 0) return;
  throw new ApiError('illegal_state', {
    message: 'An item of these was traded in. It can no longer be refunded',
    details: { inventory_item_ids: gone.map(({ line }) => unitOf(line)) },
  });
}

/** Returns the lines that a form names, or all that are still with the customer. */
function chooseLines(lines: readonly LineRow[], items: RefundForm['items']): Returning[] {
  const numbered = lines.map((line, index) => {
    // Its unit is not known: what comes back is looked up by its number.
    const disposition: Disposition = line.disputed === 2 ? 'none' : 'available';
    return { line, index, disposition };
  });
  if (!items) {
    const left = numbered.filter(({ line }) => line.refunded_at === null);
    const owned = left.filter(({ line }) => line.traded_in_at === null);
    if (owned.length === 0) refuseTradedIn(left);
    refuseDisputed(owned.map(({ line }) => line));
    return owned;
  }
  const chosen = items.map(({ id, disposition }) => {
    const found = numbered.find(({ line }) => line.id === id);
    if (!found) throw fieldError('items', 'This item does not belong to the transaction');
    return found.disposition === 'none' ? found : { ...found, disposition: disposition ?? found.disposition };
  });
  if (new Set(chosen.map(({ index }) => index)).size < chosen.length) {
    throw fieldError('items', 'An item is named twice');
  }
  if (chosen.some(({ line }) => line.refunded_at !== null)) {
    throw new ApiError('already_refunded', { message: 'An item of these has already been refunded' });
  }
  refuseTradedIn(chosen);
  refuseDisputed(chosen.map(({ line }) => line));
  return chosen;
}

type Reckoned = {
  /** The sale's payments. */
  payments: readonly RefundablePayment[];
  /** The cash among the payouts that stands for traded-in units, which stay. */
  forUnits: Centavos;
  amount: Centavos;
  parts: Centavos[];
  /** The part of it that pays for the sale that the units are exchanged for; the rest is paid out. */
  carried: Centavos;
  /** The units' own share of what was paid, as far as it is refunded. */
  share: Centavos;
  payouts: readonly PaidOut[];
  /** The amount by which the payouts exceed the refund, because cash is rounded up. */
  cash_rounding: Centavos;
  /** The amount that the customer no longer owes. */
  written_off: Centavos;
  /** The sale's own cash rounding that goes with the lines. */
  rounding_back: Centavos;
  /** The part of the lines' shares that the shop keeps. */
  withheld: Centavos;
  /** The tax in the amount that sales are reduced by. */
  tax: Centavos;
};

/** Returns the positions of lines already returned. */
const placesBack = (lines: readonly LineRow[]) =>
  lines.flatMap((line, index) => (line.refunded_at === null ? [] : [index]));

/** Finds the payouts of earlier refunds, as much as they were refunds: their rounding came by no payment. */
async function payoutsBefore(writer: Writer, sale: TransactionRow, rounding: Centavos): Promise<Payout[]> {
  if (sale.refunded_amount === 0) return [];
  return [...(await findPayouts(writer, sale.id)), { method: 'cash', amount: -rounding }];
}

type Paying = Pick<Reckoned, 'payouts' | 'cash_rounding'>;

/**
 * Returns payouts that the caller chose, and by how much their cash is rounded up: not at all by a till that knows of
 * no rounding. 422 if they do not come to the refund.
 */
function chosenPayouts(
  payouts: readonly ChosenPayout[],
  amount: Centavos,
  { known_payouts }: RefundForm,
  coin: Centavos,
): Paying {
  const paidOut = sum(payouts.map((payout) => payout.amount));
  const inCash = cashIn(payouts);
  const cashOfAmount = amount - (paidOut - inCash);
  if (inCash > 0 && inCash === cashBack(cashOfAmount, coin)) {
    return { payouts, cash_rounding: inCash - cashOfAmount };
  }
  if (paidOut === amount) return { payouts, cash_rounding: 0 };
  if (known_payouts) throw payoutsChanged();
  throw fieldError(
    'payouts',
    `The payouts come to ${formatMoney(paidOut, 'transaction')}, the refund to ${formatMoney(amount, 'transaction')}`,
  );
}

/** Calculates the refund of some lines: amounts by line, and payouts by method. */
async function reckon(
  writer: Writer,
  sale: TransactionRow,
  lines: readonly LineRow[],
  returning: readonly Returning[],
  form: RefundForm,
  { coin, exchange }: { coin: Centavos; exchange: ExchangedFor | null },
): Promise<Reckoned> {
  const payments = await findRefundable(writer, sale.id);
  const paid = paidAmount(payments, sale.change_due);
  const left = Math.max(0, paid - sale.refunded_amount);
  const totals = { ...sale, lines };
  const shares = refundShares(totals, paid);
  const own = returning.map(({ index }) => shares[index] ?? 0);
  const back = new Set(placesBack(lines));
  const coming = new Set(returning.map(({ index }) => index));
  const earlier = await sumRefundsOf(writer, sale.id, back);
  const { withheld } = earlier;
  const before = beforeRefund(totals, payments, {
    back,
    refunded: sale.refunded_amount,
    withheld,
    change: sale.change_due,
    rounding: sale.cash_rounding,
  });
  const proposed = proposedRefund(shares, coming, before);
  // Without items, only what is owed for earlier ones is refunded.
  if (coming.size === 0 && proposed === 0) throw fieldError('items', 'Choose the items to refund');
  const limit = coming.size === 0 ? proposed : left;
  const amount = form.amount ?? proposed;
  if (amount > limit) {
    throw new ApiError('refund_exceeds_paid', {
      message: `Only ${formatMoney(limit, 'transaction')} of what was paid is left to refund`,
    });
  }
  const share = Math.min(amount, sum(own));
  const carried = exchange ? Math.min(amount, exchange.takes(share)) : 0;
  const toPayOut = amount - carried;
  const paidOutBefore = await payoutsBefore(writer, sale, earlier.rounding);
  const { payouts, cash_rounding } = form.payouts
    ? chosenPayouts(form.payouts, toPayOut, form, coin)
    : shownPayouts(
        defaultPayouts(toPayOut, payments, {
          change: sale.change_due,
          earlier: paidOutBefore,
        }),
        form.known_payouts,
        coin,
      );
  const returned = new Set([...back, ...coming]);
  const written_off = writtenOff(totals, paid, {
    returned,
    refunded: sale.refunded_amount + amount,
    earlier: earlier.writtenOff,
  });
  const stays = keptRounding(totals, before, {
    returned,
    unpaid: sale.total_amount - earlier.writtenOff - written_off - paid,
  });
  return {
    payments,
    forUnits: cashForUnits(payments, payouts, {
      change: sale.change_due,
      earlier: paidOutBefore,
      rounding: cash_rounding,
    }),
    amount,
    carried,
    share,
    parts: allocate(amount, own),
    payouts: carried > 0 ? [{ method: 'exchange', amount: carried }, ...payouts] : payouts,
    written_off,
    cash_rounding,
    rounding_back: sale.cash_rounding - earlier.roundingBack - stays,
    withheld: Math.max(0, proposed - amount),
    tax: taxTakenBack(sale, {
      before: sale.refunded_amount + earlier.writtenOff,
      off: amount + written_off,
    }),
  };
}

/** Returns the points that stay of a sale, and the change that takes those of the returned lines back; null of walk-ins. */
function pointsBack(
  sale: TransactionRow,
  lines: readonly LineRow[],
  returned: ReadonlySet<number>,
  { session, now }: Holder,
): { kept: number; change: PointsChange | null } {
  const kept = Math.min(sale.points_earned, pointsAfterRefund({ ...sale, lines }, returned));
  if (sale.customer_id === null) return { kept, change: null };
  const change = {
    customerId: sale.customer_id,
    points: kept - sale.points_earned,
    reason: `Refund of ${sale.invoice_number ?? sale.draft_number}`,
    transactionId: sale.id,
    staffId: session.staff.id,
    now,
  };
  return { kept, change };
}

async function keepRefund(
  writer: Writer,
  sale: TransactionRow,
  returning: readonly Returning[],
  { items, amount: _, payouts: __, known_payouts, ...form }: RefundForm,
  {
    amount,
    parts,
    payouts,
    payments: _payments,
    forUnits: _forUnits,
    carried: _carried,
    share: _share,
    ...reckoned
  }: Reckoned,
  exchange: ExchangedFor | null,
  { session, storeId, now }: Holder,
): Promise<number> {
  const id = writer.nextId();
  await insertRefund(writer, {
    refund: insertedColumns('refunds', {
      ...form,
      id,
      transaction_id: sale.id,
      store_id: storeId,
      amount,
      ...reckoned,
      exchange_transaction_id: exchange?.transactionId ?? null,
      refunded_by_id: session.staff.id,
      created_at: now,
    }),
    items: returning.map(({ line, disposition }, index) => ({
      refund_id: id,
      transaction_item_id: line.id,
      disposition,
      amount: parts[index] ?? 0,
    })),
    payouts: payouts.map((payout) =>
      insertedColumns('refund_payouts', {
        reference_number: null,
        ...payout,
        id: writer.nextId(),
        refund_id: id,
      }),
    ),
  });
  return id;
}

/**
 * Refunds some units of a sale, or all that are left, by their share of what was paid. With the last unit the sale
 * becomes refunded. 409 `already_refunded` for a unit returned before, 409 `refund_exceeds_paid`, 409
 * `payments_changed` if the payouts differ from those the caller knew, 422 for an item that is not the sale's and for
 * payouts that do not add up.
 */
export async function refundSale(
  writer: Writer,
  transactionId: number,
  form: RefundForm,
  caller: TillCaller & { noteChange: NoteChange },
): Promise<RouteOutput<typeof transactions.refund>> {
  const { refundId } = await takeBack(writer, transactionId, form, caller);
  return refundedSale(writer, transactionId, refundId, caller);
}

export type TakenBack = {
  refundId: number;
  /** The sale as it was before. */
  sale: TransactionRow;
  /** Its returned lines. */
  lines: LineRow[];
  /** What an exchange takes back of its customer's points once the other sale has given its own; null if none. */
  pointsBack: PointsChange | null;
} & Pick<Reckoned, 'carried' | 'share' | 'tax'>;

/** Refunds as `refundSale`; in an exchange, what the other sale takes of the refund is no payout of a tender. */
export async function takeBack(
  writer: Writer,
  transactionId: number,
  form: RefundForm,
  { noteChange, ...caller }: TillCaller & { noteChange: NoteChange },
  exchange: ExchangedFor | null = null,
): Promise<TakenBack> {
  const { storeId, now } = caller;
  form.payouts?.forEach((payout, index) => refuseCardNumber(`payouts.${index}.reference_number`, payout));
  const sale = await claimSale(writer, transactionId, storeId);
  const lines = await findLines(writer, sale.id);
  const returning = chooseLines(lines, form.items);
  const { smallest_coin: coin } = await chainSettings(writer);
  const reckoned = await reckon(writer, sale, lines, returning, form, { coin, exchange });
  const refundId = await keepRefund(writer, sale, returning, form, reckoned, exchange, caller);
  const units = returning.flatMap(({ line, disposition }) =>
    disposition === 'none' ? [] : [{ unitId: unitOf(line), status: disposition }],
  );
  await returnSoldUnits(writer, units, storeId);
  await giveBackPaidUnits(writer, { ...caller, ...reckoned });
  const lineIds = returning.map(({ line }) => line.id);
  await markReturned(writer, lineIds, { refunded_at: now, refund_id: refundId });

  const returned = new Set([...placesBack(lines), ...returning.map(({ index }) => index)]);
  const isWhole = returned.size === lines.length;
  if (isWhole) await failPendingOf(writer, sale.id, 'Sale refunded', caller);
  const points = pointsBack(sale, lines, returned, caller);
  if (points.change && !exchange) await changePoints(writer, points.change);
  const changes = {
    status: isWhole ? ('refunded' as const) : sale.status,
    refunded_amount: sale.refunded_amount + reckoned.amount,
    points_earned: points.kept,
    updated_at: now,
  };
  updateTransaction(writer, sale, changes);
  countRefund(writer, sale, reckoned.amount + reckoned.written_off);
  await enter(writer, await getStore(writer, storeId), caller, refundEntries(sale.id, reckoned));
  await refreshBalance(writer, { ...sale, ...changes });
  const failing = isWhole ? failingText(reckoned.payments) : undefined;
  const noted = ({ status, refunded_amount }: typeof changes) => ({
    status: transactionStatusLabels[status],
    refunded: moneyText(refunded_amount),
  });
  noteChange(
    notedSale,
    { ...noted(sale), units_back: placesBack(lines).length, payments: failing?.before },
    {
      ...noted(changes),
      units_back: returned.size,
      payments: failing?.after,
      cash_rounding: reckoned.cash_rounding ? moneyText(reckoned.cash_rounding) : undefined,
      handed_back: reckoned.payouts.map(payoutText),
    },
  );
  const { carried, share, tax } = reckoned;
  const backLines = returning.map(({ line }) => line);
  return { refundId, sale, lines: backLines, pointsBack: points.change, carried, share, tax };
}

/** Returns a sale with one of its refunds, as it is now. */
export async function refundedSale(
  writer: Writer,
  saleId: number,
  refundId: number,
  { storeId, now }: Pick<Holder, 'storeId' | 'now'>,
): Promise<RouteOutput<typeof transactions.refund>> {
  const row = await findTransaction(writer, saleId, [storeId]);
  if (!row) throw new ApiError('transaction_not_found');
  const transaction = await presentWhole(writer, row, now);
  const refund = transaction.refunds.find(({ id }) => id === refundId);
  if (!refund) throw new Error(`Refund ${refundId} was not kept`);
  return { transaction, refund };
}
