import type { Database } from '#server/db/access.ts';
import { ENDED } from '#server/http/idempotency.ts';
import { checkMoney } from './money-books.ts';
import type { Ledger } from './proving.ts';

// The invariants of a shop's rows after any race and any kill.

async function saleRows(database: Database) {
  const { reader } = database;
  const sales = await reader.selectFrom('transactions').selectAll().execute();
  const lines = await reader
    .selectFrom('transaction_items as line')
    .innerJoin('inventory_items as unit', 'unit.id', 'line.inventory_item_id')
    .select([
      'line.transaction_id',
      'line.inventory_item_id',
      'line.live',
      'line.refunded_at',
      'line.traded_in_at',
      'line.price',
      'line.discount_amount',
      'line.final_price',
      'unit.status',
    ])
    .execute();
  const refunds = await reader.selectFrom('refunds').select(['transaction_id', 'amount']).execute();
  const payments = await reader
    .selectFrom('payments')
    .select(['transaction_id', 'amount'])
    .where('deleted_at', 'is', null)
    .where('status', '!=', 'failed')
    .execute();
  const sold = await reader
    .selectFrom('inventory_items')
    .select(['id', 'sold_at'])
    .where('status', '=', 'sold')
    .execute();
  const series = await reader.selectFrom('number_series').selectAll().execute();
  const halfAnswers = await reader
    .selectFrom('idempotency_keys')
    .select('key')
    .where('status', '=', 0)
    // Ended before its request came: there is no answer.
    .where('body_hash', '!=', ENDED)
    .execute();
  return {
    sales,
    lines: Map.groupBy(lines, (line) => line.transaction_id),
    payments: Map.groupBy(payments, (payment) => payment.transaction_id),
    refunds: Map.groupBy(refunds, (refund) => refund.transaction_id),
    sold,
    series,
    halfAnswers,
  };
}

type Rows = Awaited<ReturnType<typeof saleRows>>;

/** A sale that was voided or refunded keeps its number. */
const wasCompleted = (sale: Rows['sales'][number]) => sale.status !== 'draft';

const sum = (rows: readonly { amount: number }[] = []) =>
  rows.reduce((total, { amount }) => total + amount, 0);

function checkSale(sale: Rows['sales'][number], { lines, payments, refunds }: Rows, ledger: Ledger): void {
  const own = lines.get(sale.id) ?? [];
  const name = `sale ${sale.id}`;
  const isOut = sale.status === 'completed';
  ledger.check(
    wasCompleted(sale) === (sale.invoice_no !== null),
    `${name} is ${sale.status} and has a number or not`,
  );
  ledger.check(
    own.every(
      ({ live, refunded_at, traded_in_at }) =>
        live === (isOut && refunded_at === null && traded_in_at === null ? 1 : 0),
    ),
    `${name} is ${sale.status} and has lines that say otherwise`,
    own,
  );
  if (!wasCompleted(sale)) return;
  const paid = sum(payments.get(sale.id));
  const refunded = sum(refunds.get(sale.id));
  ledger.check(own.length > 0, `${name} has no lines`);
  ledger.check(
    own.every((line) => line.live === 0 || line.status === 'sold'),
    `${name} has units that are not sold`,
    own,
  );
  ledger.check(refunded === sale.refunded_amount && refunded <= paid, `${name} was refunded otherwise`, {
    refunded,
    paid,
    sale: sale.refunded_amount,
  });
  if (isOut && refunded === 0) {
    const { total_amount: total, balance_due: due } = sale;
    ledger.check(paid + due + sale.cash_rounding >= total - 1, `${name} is not covered`, {
      paid,
      due,
      total,
    });
  }
  const subtotal = own.reduce((total, line) => total + line.price, 0);
  ledger.check(subtotal === sale.subtotal, `${name} was priced for other lines`, {
    subtotal,
    sale: sale.subtotal,
  });
  ledger.check(
    own.every((line) => line.final_price === line.price - line.discount_amount),
    `${name} has lines that come to something else`,
    own,
  );
}

/**
 * Checks all books, money included: no half sale, no unit sold twice or without a sale, no uncovered sale, invoice
 * numbers from 1 without gaps, no key claimed without its answer. Returns the number of sales.
 */
export async function checkBooks(database: Database, ledger: Ledger): Promise<number> {
  const rows = await saleRows(database);
  for (const sale of rows.sales) checkSale(sale, rows, ledger);
  await checkMoney(database, ledger);
  const live = [...rows.lines.values()].flat().filter((line) => line.live === 1);
  const liveUnits = live.map((line) => line.inventory_item_id).sort((a, b) => a - b);
  ledger.check(new Set(liveUnits).size === liveUnits.length, 'A unit is on two sales');
  const isLive = new Set(liveUnits);
  // A hidden unit stood in for one that nobody knew, in a sale that has its unit since, or is void.
  const soldUnits = rows.sold
    .flatMap(({ id, sold_at }) => (sold_at === 0 && !isLive.has(id) ? [] : [id]))
    .sort((a, b) => a - b);
  ledger.check(
    soldUnits.join() === liveUnits.join(),
    'The sold units are not those on sales',
    `${soldUnits.length} and ${liveUnits.length}`,
  );
  const done = rows.sales.filter(wasCompleted);
  for (const [storeId, sales] of Map.groupBy(done, (sale) => sale.store_id)) {
    const numbers = sales.map((sale) => sale.invoice_no ?? 0).sort((a, b) => a - b);
    ledger.check(
      numbers.every((number, index) => number === index + 1),
      `The invoice numbers of store ${storeId} have a gap or a double`,
    );
    const last = rows.series.find((row) => row.store_id === storeId && row.kind === 'invoice')?.last_no;
    ledger.check(last === numbers.length, `The invoice series of store ${storeId} is elsewhere`, { last });
  }
  ledger.check(rows.halfAnswers.length === 0, 'A key was claimed without an answer', rows.halfAnswers);
  return done.length;
}
