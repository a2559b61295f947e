import { trimmed } from '#bridge/sent-completions.ts';
import type { OfflineCart } from '#contract/offline-sales.ts';
import type { ChainSettings } from '#contract/settings.ts';
import type { Store } from '#contract/stores.ts';
import type { Centavos } from '#domain/money.ts';
import { statusOffline } from '#domain/offline-sales.ts';
import { cashRounding, changeDue, type Tender } from '#domain/payments.ts';
import { paperBuyer, paperStore, type ReceiptDocument } from '#domain/receipt.ts';
import { isAnyPiece } from '#domain/sale-line.ts';
import { paperOf } from '#domain/sale-paper.ts';
import { lineName, type Sale } from '#domain/sale.ts';
import { zoneAt, zonesOf } from '#domain/store-time.ts';
import { pointsEarned, type Discount } from '#domain/totals.ts';
import { warrantyUntil } from '#domain/warranty.ts';

type Seller = { store: Store; staff: { id: number; name: string } };

/** A payment that is taken with the sale, as it was typed. */
export type TakenPayment = {
  method: Tender;
  amount: Centavos;
  status: 'completed' | 'pending';
  reference_number?: string | null | undefined;
  expected_date?: string | null | undefined;
  notes?: string | null | undefined;
};

type Closing = {
  payments: readonly TakenPayment[];
  shiftId: number | null;
  /** The Idempotency-Key of a completion that was sent and not answered. */
  completionKey: string | null;
  /** The Idempotency-Key of a save of the cart that was sent and not answered. */
  saveKey: string | null;
  email: string | null;
  buyer: { buyer_name?: string | null; buyer_tin?: string | null; buyer_address?: string | null } | null;
  /** The chain's smallest coin. */
  coin: Centavos;
};

const withReasons = (discounts: readonly Discount[]) =>
  discounts.map(({ type, value, reason }) => ({ type, value, reason: reason ?? 'Discount' }));

/** Returns a sale as the till keeps it, without what makes it one: its number and moment. */
export function offlineCartOf(
  { draft, customer, lines, discounts, tax, ...figures }: Sale,
  { store, staff, coin, ...closing }: Closing & Seller,
): OfflineCart {
  const payments = closing.payments.map((payment) => ({
    method: payment.method,
    amount: payment.amount,
    status: statusOffline(payment),
    reference_number: trimmed(payment.reference_number),
    expected_date: payment.expected_date || null,
    notes: trimmed(payment.notes),
  }));
  const counted = payments.map((payment) => ({ ...payment, deleted_at: null }));
  const change = changeDue(figures.total_amount, counted, coin);
  return {
    store_id: store.id,
    staff_id: staff.id,
    shift_id: closing.shiftId,
    draft: draft && { id: draft.id, version: draft.version },
    completion_key: closing.completionKey,
    ...(closing.saveKey !== null && { save_key: closing.saveKey }),
    customer_id: customer?.id ?? null,
    lines: lines.map(({ product_name, variation_name, ...line }) => ({
      ...line,
      kind: 'unit',
      inventory_item_id: isAnyPiece(line) ? null : line.inventory_item_id,
      name: lineName({ product_name, variation_name }),
      discounts: withReasons(line.discounts),
      tax_kind: 'vatable',
      note: null,
      sold_by_id: null,
    })),
    discounts: withReasons(discounts),
    ...figures,
    tax_rate: tax.rate,
    prices_include_tax: tax.pricesIncludeTax,
    payments,
    change_due: change,
    cash_rounding: cashRounding(figures.total_amount, counted, { change, coin }),
    buyer_name: trimmed(closing.buyer?.buyer_name),
    buyer_tin: trimmed(closing.buyer?.buyer_tin),
    buyer_address: trimmed(closing.buyer?.buyer_address),
    receipt_email: closing.email,
  };
}

type FirstPaper = Seller & {
  chain: ChainSettings;
  now: number;
  /** The months of warranty of each line; null where nobody knows them. */
  warranties: readonly (number | null)[];
};

/** Returns the first paper of a sale that is made at `now`; the till adds its number. */
export function offlinePaperOf(
  sale: Sale,
  closed: OfflineCart,
  { store, staff, chain, now, warranties }: FirstPaper,
): ReceiptDocument {
  const zones = zonesOf(store);
  const made = {
    shop_name: chain.shop_name,
    store: paperStore(store),
    invoice_number: '',
    transaction_number: sale.draft?.number ?? '',
    completed_at: now,
    time_zone: zoneAt(now, zones),
    staff_name: staff.name,
    buyer: paperBuyer(closed),
    payments: closed.payments,
    change_due: closed.change_due,
    cash_rounding: closed.cash_rounding,
    points_earned: sale.customer ? pointsEarned(sale) : null,
    footer: store.settings?.receipt_footer ?? null,
    qr: '',
    copy_no: 0,
  };
  return paperOf(sale, made, (place) => {
    const months = warranties[place] ?? 0;
    const until = warrantyUntil(now, months, zones);
    return { warranty: until === null ? null : { months, until } };
  });
}
