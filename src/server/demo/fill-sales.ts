import type { Insertable } from 'kysely';
import type { Centavos } from '#domain/money.ts';
import { changeDue, defaultStatus, roundUpToHundred, type PaymentMethod } from '#domain/payments.ts';
import { priceForGroup } from '#domain/pricing.ts';
import { addDays, startOfDate, storeDate, DEFAULT_TIME_ZONE } from '#domain/store-time.ts';
import { pointsEarned, saleTotals } from '#domain/totals.ts';
import { draftNumber, invoiceNumber } from '#domain/transactions.ts';
import type { Writer } from '../db/access.ts';
import type {
  InventoryItemsTable,
  PaymentsTable,
  TransactionItemsTable,
  TransactionsTable,
} from '../db/tables.ts';
import type { FilledVariation } from './fill-catalogue.ts';
import type { FilledCustomer, FilledPeople } from './fill-people.ts';
import type { MakeUnit } from './fill-stock.ts';
import type { FilledStore } from './fill-stores.ts';
import { insertRows } from './insert-rows.ts';
import type { SeededRandom } from './random.ts';

const DAYS = 60;
const HOUR = 3_600_000;
const OPENS = 9;
const OPEN_HOURS = 11.5;
/** Mobile payments of the last days that nobody has seen arrive yet. */
const PENDING_DAYS = 2;

type Given = {
  stores: FilledStore[];
  people: FilledPeople;
  variations: FilledVariation[];
  stock: MakeUnit;
  random: SeededRandom;
  now: number;
};

type Books = {
  units: Insertable<InventoryItemsTable>[];
  transactions: Insertable<TransactionsTable>[];
  lines: Insertable<TransactionItemsTable>[];
  payments: Insertable<PaymentsTable>[];
};

/** The instants of a store's sales, in order: busier toward the evening and on weekends. */
function saleTimes(random: SeededRandom, now: number): number[] {
  const today = storeDate(now, DEFAULT_TIME_ZONE);
  return Array.from({ length: DAYS + 1 }, (_, index) =>
    startOfDate(addDays(today, index - DAYS), DEFAULT_TIME_ZONE),
  )
    .flatMap((midnight, index) => {
      const isWeekend = index % 7 >= 5;
      return Array.from({ length: random.integer(5, isWeekend ? 13 : 9) }, () => {
        const ofDay = Math.sqrt(random.next());
        return Math.round(midnight + (OPENS + ofDay * OPEN_HOURS) * HOUR);
      });
    })
    .filter((at) => at < now)
    .sort((a, b) => a - b);
}

function methodOf(random: SeededRandom): PaymentMethod {
  const roll = random.next();
  if (roll < 0.52) return 'cash';
  if (roll < 0.74) return 'gcash';
  if (roll < 0.9) return 'card';
  return roll < 0.96 ? 'maya' : 'bank_transfer';
}

function pickVariation({ variations, random }: Given): FilledVariation {
  for (;;) {
    const variation = random.pick(variations);
    if (random.chance(variation.popularity / 3)) return variation;
  }
}

function paymentOf(
  given: Given,
  sale: { id: number; staffId: number; at: number; total: Centavos },
  paymentId: number,
): Insertable<PaymentsTable> {
  const { random, now } = given;
  const method = methodOf(random);
  const isRecent = now - sale.at < PENDING_DAYS * 24 * HOUR;
  const status = isRecent && random.chance(0.5) ? defaultStatus(method) : 'completed';
  return {
    id: paymentId,
    transaction_id: sale.id,
    method,
    amount: method === 'cash' ? roundUpToHundred(sale.total) : sale.total,
    status,
    reference_number: method === 'cash' ? null : String(random.integer(1_000_000_000, 9_999_999_999)),
    expected_date: status === 'pending' ? storeDate(sale.at, DEFAULT_TIME_ZONE) : null,
    created_at: sale.at,
    created_by_id: sale.staffId,
    paid_at: status === 'completed' ? sale.at : null,
  };
}

function recordSale(
  writer: Writer,
  given: Given,
  books: Books,
  store: FilledStore,
  no: number,
  at: number,
): void {
  const { random, people, stock } = given;
  const id = writer.nextId();
  const staffId = random.pick(people.sellers.get(store.id) ?? [1]);
  const customer: FilledCustomer | null = random.chance(0.45) ? random.pick(people.customers) : null;
  const bought = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => pickVariation(given));
  const prices = bought.map((variation) => priceForGroup(variation, customer?.group ?? null));
  const totals = saleTotals(
    prices.map((price) => ({ price, discounts: [] })),
    [],
    store.tax,
  );
  const units = bought.map((variation) => stock(variation, store.id, 'sold', at - 20 * 24 * HOUR));
  const payment = paymentOf(given, { id, staffId, at, total: totals.total_amount }, writer.nextId());
  const points = customer ? pointsEarned(totals) : 0;
  if (customer) customer.points += points;
  books.units.push(...units);
  books.payments.push(payment);
  books.lines.push(
    ...units.map((unit, position) => ({
      id: writer.nextId(),
      transaction_id: id,
      position,
      inventory_item_id: unit.id,
      price: prices[position] ?? 0,
      discount_amount: 0,
      final_price: prices[position] ?? 0,
      live: 1 as const,
    })),
  );
  const { lines: _lines, cart_discount: _none, ...figures } = totals;
  books.transactions.push({
    id,
    store_id: store.id,
    staff_id: staffId,
    customer_id: customer?.id ?? null,
    status: 'completed',
    version: 1,
    claim_no: 1,
    draft_number: draftNumber(store.code, no),
    invoice_no: no,
    invoice_number: invoiceNumber(store.code, no),
    ...figures,
    tax_rate: store.tax.rate,
    prices_include_tax: 0,
    change_due: changeDue(totals.total_amount, [{ ...payment, deleted_at: null }]),
    points_earned: points,
    copies_printed: 0,
    created_at: at - 3 * 60_000,
    updated_at: at,
    completed_at: at,
  });
}

/** Sixty days of sales at every shop, each of units that were there for it. */
export async function fillSales(writer: Writer, given: Given): Promise<void> {
  const books: Books = { units: [], transactions: [], lines: [], payments: [] };
  for (const store of given.stores.filter((candidate) => !candidate.warehouse)) {
    const times = saleTimes(given.random, given.now);
    times.forEach((at, index) => recordSale(writer, given, books, store, index + 1, at));
    await insertRows(writer, 'number_series', [
      { store_id: store.id, kind: 'draft', last_no: times.length },
      { store_id: store.id, kind: 'invoice', last_no: times.length },
    ]);
  }
  await insertRows(writer, 'inventory_items', books.units);
  await insertRows(writer, 'transactions', books.transactions);
  await insertRows(writer, 'transaction_items', books.lines);
  await insertRows(writer, 'payments', books.payments);
  for (const customer of given.people.customers) {
    await writer
      .updateTable('customers')
      .set({ loyalty_points: customer.points })
      .where('id', '=', customer.id)
      .execute();
  }
}
