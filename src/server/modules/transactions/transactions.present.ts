import { storedDiscount } from '#contract/discounts.ts';
import { payment, type Payment } from '#contract/payments.ts';
import {
  buyer,
  type ExchangeOf,
  heldDraft,
  soldOffline,
  type HeldDraft,
  type Refund,
  transaction,
  type Transaction,
  transactionItem,
  type TransactionItem,
  transactionRow,
  type TransactionRow as ListedTransaction,
} from '#contract/transactions.ts';
import { z } from '#contract/zod.ts';
import { sumOfAmounts } from '#domain/money.ts';
import { namedOrNull } from '#domain/named.ts';
import { unitOf } from '#domain/sale-line.ts';
import { lineName } from '#domain/sale.ts';
import type { Discount } from '#domain/totals.ts';
import { warrantyOf } from '#domain/warranty.ts';
import { zonesOf, type Zones } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { toShape } from '../../http/to-shape.ts';
import { saleCustomer, type SaleCustomer } from '../customers/customers.public.ts';
import { findUnitsAnywhere, presentUnit, presentVariation, type UnitRow } from '../units/units.public.ts';
import { findExchange, findRefunds } from './after-sale.repository.ts';
import type { DraftRow, HoldRow, PaidRow } from './held-drafts.repository.ts';
import type { ListedRow } from './list.repository.ts';
import { findPayments, type PaymentRow } from './payments.repository.ts';
import { tradeInsOfPayments } from './trade-in.usecases.ts';
import { otherUses } from './reference-uses.queries.ts';
import { findTellings } from './sold-offline.repository.ts';
import { disputesIn, reasonsIn } from './sold-offline.rules.ts';
import { findLines, findNames, type LineRow, type TransactionRow } from './transactions.repository.ts';

const savedDiscounts = z.array(storedDiscount);

/** Parses the stored discounts of a line or a transaction. */
export function discountsIn(json: string | null): Discount[] {
  return json === null ? [] : savedDiscounts.parse(JSON.parse(json));
}

/** Gives each discount its place as its id. */
const numbered = (discounts: readonly Discount[]) =>
  discounts.map((discount, place) => ({ ...discount, id: place + 1 }));

export function discountsJson(discounts: readonly Discount[]): string | null {
  return discounts.length ? JSON.stringify(z.encode(savedDiscounts, [...discounts])) : null;
}

type Sold = { row: TransactionRow; zones: Zones; now: number };

function presentWarranty(line: LineRow, { row, zones, now }: Sold): TransactionItem['warranty'] {
  if (row.completed_at === null || line.warranty_months === null) return null;
  const isBack = row.status === 'void' || line.refunded_at !== null || line.traded_in_at !== null;
  const from = line.warranty_from ?? row.completed_at;
  const sold = { months: line.warranty_months, from, isBack };
  return warrantyOf(sold, zones, now);
}

type ToldNumbers = ReadonlyMap<number, TransactionItem['told_numbers']>;

const WITHOUT_UNIT = { 0: null, 1: 'to_settle', 2: 'accepted' } as const;

const presentLine = (
  line: LineRow,
  unit: UnitRow,
  { told, ...sold }: Sold & { told: ToldNumbers },
): TransactionItem =>
  toShape(transactionItem, line, {
    discounts: numbered(discountsIn(line.discounts_json)),
    warranty: presentWarranty(line, sold),
    cost: line.unit_cost,
    without_unit: WITHOUT_UNIT[line.disputed],
    told_numbers: line.disputed === 0 ? null : (told.get(line.id) ?? null),
    inventory_item: { ...presentUnit(unit, sold.now), product_variation: presentVariation(unit) },
  });

async function presentRefunds(
  reader: Reader,
  row: TransactionRow,
  lines: readonly LineRow[],
  units: ReadonlyMap<number, UnitRow>,
): Promise<Refund[]> {
  // Drafts and most sales have no refunds: this saves a query.
  if (lines.every((line) => line.refund_id === null)) return [];
  const unitOfLine = new Map(lines.map((line) => [line.id, units.get(unitOf(line))]));
  return (await findRefunds(reader, row.id)).map(({ items, ...refund }) => ({
    ...refund,
    exchanged_for:
      refund.exchange_transaction_id === null
        ? null
        : { transaction_id: refund.exchange_transaction_id, invoice_number: refund.exchange_number ?? '' },
    items: items.map((item) => {
      const unit = unitOfLine.get(item.transaction_item_id);
      return { ...item, product_name: unit ? lineName(unit) : '' };
    }),
    refunded_by: { id: refund.refunded_by_id, name: refund.refunded_by_name },
  }));
}

/** Returns what came back for the sale of an exchange; null for any other, without a query. */
async function presentExchange(reader: Reader, row: TransactionRow): Promise<ExchangeOf | null> {
  if (row.exchange_refund_id === null) return null;
  const { items, invoice_number, ...found } = await findExchange(reader, row.exchange_refund_id);
  return {
    ...found,
    invoice_number: invoice_number ?? '',
    items: items.map(({ variation_name, ...item }) => ({
      ...item,
      product_name: lineName({ ...item, variation_name }),
    })),
  };
}

type Tellings = Awaited<ReturnType<typeof findTellings>>;

/** Returns the numbers that the till told of lines which no unit was taken for, by line. */
const toldNumbersOf = (tellings: Tellings): ToldNumbers =>
  new Map(tellings.flatMap(disputesIn).map(({ transaction_item_id: id, unit }) => [id, unit]));

/** Returns how a sale came that was made without the server; null for any other. */
function presentOffline(tellings: Tellings): Transaction['offline'] {
  const [first] = tellings;
  if (!first) return null;
  const settled = tellings.filter(({ settled_at }) => settled_at !== null);
  const last = settled.toSorted((a, b) => (a.settled_at ?? 0) - (b.settled_at ?? 0)).at(-1);
  return toShape(soldOffline, first, {
    till: { id: first.till_id, name: first.till_name },
    to_settle: tellings.some(({ is_open }) => is_open === 1),
    reasons: tellings.flatMap(reasonsIn),
    disputed: tellings.flatMap(disputesIn),
    settled_at: last?.settled_at ?? null,
    settled_by: last ? namedOrNull(last.settled_by_id, last.settler_name) : null,
    note: last?.note ?? null,
  });
}

const presentBuyer = (customer: SaleCustomer | null): Transaction['customer'] =>
  customer &&
  toShape(buyer, customer, {
    customer_group: customer.customer_group?.name ?? null,
    group: customer.customer_group,
  });

/** The parts of a transaction that the caller has already: they are not read again. */
export type InHand = {
  lines?: readonly LineRow[];
  units?: readonly UnitRow[];
  customer?: SaleCustomer | null;
  payments?: readonly PaymentRow[];
  names?: Pick<Transaction, 'staff' | 'store'> & { zones: Zones };
};

type Named = { id: number; name: string };

/** Builds the names of a transaction from a person and a store that the caller has already. */
export const namesOf = (
  staff: Named,
  store: Named & Parameters<typeof zonesOf>[0],
): NonNullable<InHand['names']> => ({
  staff: { id: staff.id, name: staff.name },
  store: { id: store.id, name: store.name },
  zones: zonesOf(store),
});

/** Presents a transaction with its lines, payments and names. */
export async function presentTransaction(
  reader: Reader,
  row: TransactionRow,
  now: number,
  inHand: InHand = {},
): Promise<Transaction> {
  const lines = inHand.lines ?? (await findLines(reader, row.id));
  const unitIds = lines.map(unitOf);
  const units = inHand.units ?? (await findUnitsAnywhere(reader, unitIds));
  const payments = inHand.payments ?? (await findPayments(reader, row.id));
  const unitById = new Map(units.map((unit) => [unit.id, unit]));
  const { zones, ...names } = inHand.names ?? (await findNames(reader, row));
  const tellings = row.offline_number === null ? [] : await findTellings(reader, row.id);
  const told = toldNumbersOf(tellings);
  return toShape(transaction, row, {
    transaction_number: row.draft_number,
    ...names,
    customer: presentBuyer(
      inHand.customer === undefined ? await saleCustomer(reader, row.customer_id) : inHand.customer,
    ),
    discounts: numbered(discountsIn(row.discounts_json)),
    items_count: lines.length,
    copies_printed: Math.max(row.copies_printed, 0),
    transaction_items: lines.flatMap((line) => {
      const unit = unitById.get(unitOf(line));
      return unit ? [presentLine(line, unit, { row, zones, now, told })] : [];
    }),
    payments: await presentPayments(reader, payments),
    refunds: await presentRefunds(reader, row, lines, unitById),
    exchange_of: await presentExchange(reader, row),
    offline: presentOffline(tellings),
    timeline: undefined,
  });
}

function buyerOf(row: ListedRow): ListedTransaction['customer'] {
  const buyer = namedOrNull(row.customer_id, row.customer_name);
  return buyer && { ...buyer, phone: row.customer_phone ?? '' };
}

export const presentListed = (row: ListedRow, items_not_held = 0): ListedTransaction =>
  toShape(transactionRow, row, {
    transaction_number: row.draft_number,
    staff: { id: row.staff_id, name: row.staff_name },
    store: { id: row.store_id, name: row.store_name },
    customer: buyerOf(row),
    items_count: row.items_count ?? 0,
    items_not_held,
  });

/** Presents a draft with the person who works on it right now. */
const endOfLock = ({ till_lock_until, lock_expires_at }: HoldRow) => till_lock_until ?? lock_expires_at ?? 0;

export function presentHeldDraft(
  row: DraftRow,
  holds: readonly HoldRow[],
  payments: readonly PaidRow[],
  now: number,
): HeldDraft {
  const [hold] = holds
    .filter((each) => endOfLock(each) > now)
    .sort((one, other) => endOfLock(other) - endOfLock(one));
  const reserved = holds.flatMap((each) =>
    each.till_lock_until === null ? [] : (each.lock_expires_at ?? []),
  );
  return toShape(heldDraft, row, {
    transaction_number: row.draft_number,
    staff: { id: row.staff_id, name: row.staff_name },
    customer: namedOrNull(row.customer_id, row.customer_name),
    items_count: row.items_count ?? 0,
    held_by: hold ? { id: hold.holder_id, name: hold.holder_name } : null,
    held_until: hold ? endOfLock(hold) : null,
    paid: sumOfAmounts(payments),
    payments: payments.map(({ method, amount, status }) => ({ method, amount, status })),
    reserved_until: reserved.length ? Math.max(...reserved) : null,
    reserved_count: reserved.length,
  });
}

const presentPayment = (
  row: PaymentRow,
  { usedIn, tradeIn }: { usedIn: Payment['reference_used_in']; tradeIn: Payment['trade_in'] },
): Payment =>
  toShape(payment, row, {
    trade_in: tradeIn,
    created_by: namedOrNull(row.created_by_id, row.taker_name),
    verified_by: namedOrNull(row.verified_by_id, row.verifier_name),
    failed_by: namedOrNull(row.failed_by_id, row.failer_name),
    deleted_by: namedOrNull(row.deleted_by_id, row.deleter_name),
    reference_used_in: usedIn,
  });

/** Presents payments in the same order, each with the other sale that used its reference, and its traded-in unit. */
export async function presentPayments(reader: Reader, rows: readonly PaymentRow[]): Promise<Payment[]> {
  const usedIn = await otherUses(reader, rows);
  const tradeIns = await tradeInsOfPayments(reader, rows);
  return rows.map((row) =>
    presentPayment(row, { usedIn: usedIn(row), tradeIn: tradeIns.get(row.id) ?? null }),
  );
}

/** Returns a transaction's payments, deleted ones included. */
export async function paymentsOf(reader: Reader, transactionId: number): Promise<Payment[]> {
  return presentPayments(reader, await findPayments(reader, transactionId));
}
