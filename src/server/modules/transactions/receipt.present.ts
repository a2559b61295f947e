import { ApiError } from '#contract/errors.ts';
import type { Store } from '#contract/stores.ts';
import type { Transaction, TransactionItem } from '#contract/transactions.ts';
import { receiptCode } from '#domain/barcodes.ts';
import type { Centavos } from '#domain/money.ts';
import { paperBuyer, type ReceiptDocument, type ReceiptLine, type TakenBack } from '#domain/receipt.ts';
import { storeDate, zoneAt, type Zones, zonesOf } from '#domain/store-time.ts';
import { addPayouts, payoutsOfVoid } from '#domain/refunds.ts';
import { type AfterLine, paperOf } from '#domain/sale-paper.ts';
import { saleOfTransaction } from '#domain/sale.ts';
import type { PaperSeller } from '../stores/stores.public.ts';
import type { TransactionRow } from './transactions.repository.ts';

const sum = (amounts: readonly Centavos[]): Centavos => amounts.reduce((total, amount) => total + amount, 0);

/** Returns the warranty to print; none once the unit is back. */
function printedWarranty({ warranty }: Pick<TransactionItem, 'warranty'>): ReceiptLine['warranty'] {
  if (!warranty || warranty.until === null || warranty.state === 'ended') return null;
  return { months: warranty.months, until: warranty.until };
}

/** Returns the refunded amounts by line id, with the invoice number of what a line was exchanged for. */
function refundedOf({ refunds }: Transaction) {
  return new Map(
    refunds.flatMap(({ items, exchanged_for }) =>
      items.map(({ transaction_item_id, amount }) => {
        return [transaction_item_id, { amount, exchanged_for: exchanged_for?.invoice_number }] as const;
      }),
    ),
  );
}

/** Returns what was taken back of a sale since; undefined for one that stands as sold, and for a draft. */
function takenBackOf(
  { status, voided_at, refunds, payments, change_due, void_rounding, completed_at }: Transaction,
  zones: Zones,
): TakenBack | undefined {
  const timeOf = (at: number) => {
    const time_zone = zoneAt(at, zones);
    return completed_at !== null && time_zone === zoneAt(completed_at, zones) ? { at } : { at, time_zone };
  };
  if (status === 'void' && voided_at !== null) {
    const payouts = payoutsOfVoid(payments, change_due, void_rounding);
    return { status, ...timeOf(voided_at), payouts, cash_rounding: void_rounding };
  }
  const last = refunds.at(-1);
  if (!last || (status !== 'completed' && status !== 'refunded')) return undefined;
  const payouts = addPayouts(refunds.flatMap((refund) => refund.payouts));
  const cash_rounding = sum(refunds.map((refund) => refund.cash_rounding));
  return { status, ...timeOf(last.created_at), payouts, cash_rounding };
}

/** The parts of a receipt: the seller as of the sale. */
export type Printed = { row: TransactionRow; store: Store; seller: PaperSeller; sale: Transaction };

/** Builds a sale's receipt document; copy 0 is the original, a later one is printed at `now`. 409 `illegal_state` for a draft. */
export function receiptOf(
  { row, store, seller, sale }: Printed,
  { no: copy_no, now }: { no: number; now: number } = { no: 0, now: 0 },
): ReceiptDocument {
  if (row.completed_at === null || row.invoice_number === null) {
    throw new ApiError('illegal_state', { message: 'A draft has no receipt yet' });
  }
  const refunded = refundedOf(sale);
  const zones = zonesOf(store);
  const afterOf = (place: number): AfterLine => {
    const line = sale.transaction_items[place];
    if (!line) return {};
    const back = refunded.get(line.id);
    return {
      warranty: printedWarranty(line),
      refunded: back?.amount,
      exchanged_for: back?.exchanged_for,
      traded_in: line.traded_in_at === null ? undefined : storeDate(line.traded_in_at, zones),
    };
  };
  return paperOf(
    saleOfTransaction(sale),
    {
      ...seller,
      invoice_number: row.invoice_number,
      offline_number: row.offline_number,
      transaction_number: row.draft_number,
      completed_at: row.completed_at,
      // A receipt that is printed again shows the time that it showed first.
      time_zone: zoneAt(row.completed_at, zones),
      staff_name: sale.staff.name,
      buyer: paperBuyer(row),
      payments: sale.payments.filter((payment) => payment.deleted_at === null && payment.status !== 'failed'),
      change_due: sale.change_due,
      cash_rounding: sale.cash_rounding,
      // A sale that waits to be settled gives its points then: none is no news for its paper.
      points_earned:
        row.customer_id === null || (row.offline_number !== null && row.points_earned === 0)
          ? null
          : row.points_earned,
      qr: receiptCode(row.draft_number),
      copy_no,
      reprinted: copy_no > 0 ? { at: now, time_zone: zoneAt(now, zones) } : undefined,
      taken_back: takenBackOf(sale, zones),
      exchange_of: sale.exchange_of ?? undefined,
    },
    afterOf,
  );
}
