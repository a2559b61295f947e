import type { OfflineCart } from '#contract/offline-sales.ts';
import type { ChainSettings } from '#contract/settings.ts';
import type { Store } from '#contract/stores.ts';
import type { Transaction, TransactionItem } from '#contract/transactions.ts';
import { cartTotals, soundLines, taxOf, type Cart, type CartLine } from '#domain/cart.ts';
import type { Centavos } from '#domain/money.ts';
import { statusOffline } from '#domain/offline-sales.ts';
import { cashRounding, changeDue, type Tender } from '#domain/payments.ts';
import { paperBuyer, paperStore, type ReceiptDocument } from '#domain/receipt.ts';
import { unitKey } from '#domain/sale-line.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { zoneAt, zonesOf } from '#domain/store-time.ts';
import { labelledDiscounts, pointsEarned, type Discount } from '#domain/totals.ts';
import { notNewText } from '#domain/units.ts';

/** The id of the sale of a cart that the server has no draft of. */
export const NO_DRAFT = 0;

type Seller = { store: Store; staff: { id: number; name: string } };

/** Units of carts of older tills have no category: they were new. */
const conditionOf = ({
  category = 'new',
  condition_rating = null,
}: Pick<CartLine, 'category' | 'condition_rating'>) => ({
  category,
  condition_rating,
});

function itemOf(
  line: CartLine,
  totals: { discount_amount: Centavos; final_price: Centavos },
  storeId: number,
) {
  const { inventory_item_id: id, prices } = line;
  const { retail_price, member_price, wholesale_price, minimum_price } = prices;
  return {
    id,
    inventory_item_id: id,
    price: line.price,
    ...totals,
    discount_reason: null,
    discounts: [...line.discounts],
    refunded_at: null,
    traded_in_at: null,
    warranty: null,
    without_unit: null,
    told_numbers: null,
    ...conditionOf(line),
    cost: undefined,
    inventory_item: {
      id,
      serial_number: line.serial_number,
      imei: line.imei,
      imei2: line.imei2 ?? null,
      qr_code: null,
      ...conditionOf(line),
      own_price: null,
      own_minimum_price: null,
      store_id: storeId,
      status: 'locked',
      locked_at: null,
      locked_by_id: null,
      locked_by: null,
      locked_until: null,
      product_variation: {
        id: line.product_variation_id ?? 0,
        name: line.variation_name,
        barcode: null,
        retail_price,
        member_price,
        wholesale_price,
        minimum_price,
        image_url: null,
        product: { id: 0, name: line.product_name, sku: '' },
      },
    },
  } satisfies TransactionItem;
}

/** Returns the sale that a cart would be, as the payment screen shows it; what only the server knows is left empty. */
export function transactionOfCart(cart: Cart, { store, staff }: Seller): Transaction {
  const { draft, customer } = cart;
  const { lines: parts, cart_discount: _, ...figures } = cartTotals(cart, taxRuleOf(store.settings));
  const tax = taxOf(cart, taxRuleOf(store.settings));
  const lines = soundLines(cart);
  const at = draft?.saved_at ?? 0;
  return {
    id: draft?.id ?? NO_DRAFT,
    transaction_number: draft?.number ?? '',
    draft_number: draft?.number ?? '',
    invoice_number: null,
    version: draft?.version ?? 0,
    status: 'draft',
    customer: customer && {
      ...customer,
      email: customer.email ?? null,
      address: null,
      customer_group: customer.group?.name ?? null,
      group: customer.group && { id: 0, ...customer.group },
      is_deleted: false,
    },
    staff,
    store: { id: store.id, name: store.name },
    ...figures,
    discounts: [...cart.discounts],
    tax_rate: tax.rate,
    prices_include_tax: tax.pricesIncludeTax,
    change_due: 0,
    cash_rounding: 0,
    void_rounding: 0,
    balance_due: figures.total_amount,
    refunded_amount: 0,
    owed_back: 0,
    points_earned: pointsEarned(figures),
    receipt_email: null,
    buyer_name: null,
    buyer_tin: null,
    buyer_address: null,
    copies_printed: 0,
    notes: null,
    created_at: at,
    updated_at: at,
    dated_at: at,
    completed_at: null,
    items_count: lines.length,
    transaction_items: lines.map((line, index) =>
      itemOf(line, parts[index] ?? { discount_amount: 0, final_price: line.price }, store.id),
    ),
    voided_at: null,
    void_reason: null,
    payments: [],
    refunds: [],
    exchange_of: null,
    offline: null,
  };
}

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
  cart: Cart;
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

const trimmed = (text: string | null | undefined) => text?.trim() || null;

/** True for a piece that is like any other of its variation: it has no number and is new. */
export const isAnyPiece = (
  line: Pick<CartLine, 'serial_number' | 'imei' | 'imei2' | 'category' | 'condition_rating'>,
) => !line.serial_number && !line.imei && !line.imei2 && conditionOf(line).category === 'new';

const withReasons = (discounts: readonly Discount[]) =>
  discounts.map(({ type, value, reason }) => ({ type, value, reason: reason ?? 'Discount' }));

/** Returns a sale as the till keeps it, without what makes it one: its number and moment. */
export function offlineCartOf(
  sale: Transaction,
  { cart, store, staff, ...closing }: Closing & Seller,
): OfflineCart {
  const { payments: taken, coin } = closing;
  const payments = taken.map((payment) => ({
    method: payment.method,
    amount: payment.amount,
    status: statusOffline(payment),
    reference_number: trimmed(payment.reference_number),
    expected_date: payment.expected_date || null,
    notes: trimmed(payment.notes),
  }));
  const counted = payments.map((payment) => ({ ...payment, deleted_at: null }));
  const change = changeDue(sale.total_amount, counted, coin);
  const lines = soundLines(cart);
  return {
    store_id: store.id,
    staff_id: staff.id,
    shift_id: closing.shiftId,
    draft: cart.draft && { id: cart.draft.id, version: cart.draft.version },
    completion_key: closing.completionKey,
    ...(closing.saveKey !== null && { save_key: closing.saveKey }),
    customer_id: cart.customer?.id ?? null,
    lines: sale.transaction_items.map((item, index) => {
      const line = lines[index];
      const { inventory_item: unit } = item;
      const isPiece = line !== undefined && isAnyPiece(line);
      return {
        key: unitKey(item.inventory_item_id),
        kind: 'unit',
        inventory_item_id: isPiece ? null : item.inventory_item_id,
        product_variation_id: unit.product_variation.id,
        scanned_code: line?.scanned_code ?? null,
        name: nameOf(item),
        serial_number: unit.serial_number,
        imei: unit.imei,
        imei2: unit.imei2,
        category: unit.category,
        condition_rating: unit.condition_rating,
        price: item.price,
        discounts: withReasons(item.discounts),
        discount_amount: item.discount_amount,
        final_price: item.final_price,
        tax_kind: 'vatable',
        note: null,
        sold_by_id: null,
      };
    }),
    discounts: withReasons(sale.discounts),
    subtotal: sale.subtotal,
    discount_amount: sale.discount_amount,
    taxable_amount: sale.taxable_amount,
    tax_rate: sale.tax_rate,
    prices_include_tax: sale.prices_include_tax,
    tax_amount: sale.tax_amount,
    total_amount: sale.total_amount,
    payments,
    change_due: change,
    cash_rounding: cashRounding(sale.total_amount, counted, { change, coin }),
    buyer_name: trimmed(closing.buyer?.buyer_name),
    buyer_tin: trimmed(closing.buyer?.buyer_tin),
    buyer_address: trimmed(closing.buyer?.buyer_address),
    receipt_email: closing.email,
  };
}

const nameOf = ({ inventory_item: { product_variation: variation } }: TransactionItem) =>
  `${variation.product.name} ${variation.name}`;

/** Returns the first paper of a sale that is made at `now`; the till adds its number. */
export function paperOfSale(
  sale: Transaction,
  closed: OfflineCart,
  { store, chain, now }: Pick<Seller, 'store'> & { chain: ChainSettings; now: number },
): ReceiptDocument {
  const { transaction_items: items } = sale;
  return {
    shop_name: chain.shop_name,
    store: paperStore(store),
    invoice_number: '',
    transaction_number: sale.draft_number,
    completed_at: now,
    time_zone: zoneAt(now, zonesOf(store)),
    staff_name: sale.staff.name,
    customer: sale.customer && { name: sale.customer.name, group: sale.customer.customer_group },
    buyer: paperBuyer(closed),
    lines: items.map((item) => ({
      name: nameOf(item),
      serial_number: item.inventory_item.serial_number,
      imei: item.inventory_item.imei,
      imei2: item.inventory_item.imei2,
      condition: notNewText(item.inventory_item) ?? undefined,
      warranty: null,
      price: item.price,
      discounts: labelledDiscounts(item.price, item.discounts),
    })),
    subtotal: sale.subtotal,
    cart_discounts: labelledDiscounts(
      items.reduce((sum, { final_price }) => sum + final_price, 0),
      sale.discounts,
    ),
    discount_amount: sale.discount_amount,
    taxable_amount: sale.taxable_amount,
    tax_amount: sale.tax_amount,
    tax_rate: sale.tax_rate,
    prices_include_tax: sale.prices_include_tax,
    total_amount: sale.total_amount,
    payments: closed.payments,
    change_due: closed.change_due,
    cash_rounding: closed.cash_rounding,
    points_earned: sale.customer ? sale.points_earned : null,
    footer: store.settings?.receipt_footer ?? null,
    qr: '',
    copy_no: 0,
  };
}
