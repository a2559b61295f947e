import { balanceDue, paidAmount } from '#domain/refunds.ts';
import { pointsAfterRefund } from '#domain/totals.ts';
import type { Database } from '#server/db/access.ts';
import type { Ledger } from './proving.ts';

// Reads a shop's money and points, to sum them up from the single rows.

async function moneyRows(database: Database) {
  const { reader } = database;
  const sales = await reader.selectFrom('transactions').selectAll().where('status', '!=', 'draft').execute();
  const payments = await reader.selectFrom('payments').selectAll().execute();
  const refunds = await reader.selectFrom('refunds').selectAll().execute();
  const payouts = await reader.selectFrom('refund_payouts').selectAll().execute();
  const parts = await reader.selectFrom('refund_items').selectAll().execute();
  const lines = await reader.selectFrom('transaction_items').selectAll().orderBy('position').execute();
  return {
    sales,
    payments: Map.groupBy(payments, (payment) => payment.transaction_id),
    lines: Map.groupBy(lines, (line) => line.transaction_id),
    refundRows: refunds,
    refunds: Map.groupBy(refunds, (refund) => refund.transaction_id),
    payouts: Map.groupBy(payouts, (payout) => payout.refund_id),
    parts: Map.groupBy(parts, (part) => part.refund_id),
  };
}

type Rows = Awaited<ReturnType<typeof moneyRows>>;
type Sale = Rows['sales'][number];

const sum = (rows: readonly { amount: number }[] = []) =>
  rows.reduce((total, { amount }) => total + amount, 0);

function checkSaleMoney(sale: Sale, rows: Rows, ledger: Ledger): void {
  const name = `sale ${sale.id} (${sale.status})`;
  const lines = rows.lines.get(sale.id) ?? [];
  const payments = rows.payments.get(sale.id) ?? [];
  const refunded = sum(rows.refunds.get(sale.id));
  const paid = paidAmount(payments, sale.change_due);
  const returned = new Set(lines.flatMap((line, index) => (line.refunded_at === null ? [] : [index])));
  const roundingBack = (rows.refunds.get(sale.id) ?? []).reduce((back, row) => back + row.rounding_back, 0);
  const rounding = sale.cash_rounding - roundingBack;
  const due =
    sale.status === 'completed'
      ? balanceDue({ ...sale, lines }, payments, { change: sale.change_due, rounding, returned, refunded })
      : 0;
  const net = lines.reduce((total, { net_amount }) => total + net_amount, 0);
  const tax = lines.reduce((total, { tax_amount }) => total + tax_amount, 0);
  ledger.check(
    net === sale.taxable_amount && tax === sale.tax_amount,
    `The lines of ${name} come to something else`,
    { net, tax },
  );
  ledger.check(refunded === sale.refunded_amount, `${name} keeps another sum of its refunds`, refunded);
  ledger.check(paid >= refunded, `${name} gave back more than it brought in`, { paid, refunded });
  ledger.check(sale.balance_due === due, `${name} lacks something else`, { kept: sale.balance_due, due });
  const mostPoints = sale.status === 'void' ? 0 : pointsAfterRefund({ ...sale, lines }, returned);
  ledger.check(sale.points_earned <= mostPoints, `${name} keeps points of what came back`);
  ledger.check(
    sale.status === 'completed' ||
      payments.every(({ status, deleted_at }) => status !== 'pending' || deleted_at !== null),
    `${name} still waits for a payment`,
  );
  ledger.check(
    (sale.status === 'refunded') === (lines.length > 0 && returned.size === lines.length),
    `${name} has ${returned.size} of ${lines.length} lines back`,
  );
}

/**
 * Checks the money: no sale gave back more than it brought in, each balance is the domain's, a refund's payouts and the
 * parts of its units add up to it, and the points of every customer who started with none are the sum of the ledger.
 */
export async function checkMoney(database: Database, ledger: Ledger): Promise<void> {
  const rows = await moneyRows(database);
  for (const sale of rows.sales) checkSaleMoney(sale, rows, ledger);
  for (const { id, amount, cash_rounding } of rows.refundRows) {
    ledger.check(
      sum(rows.payouts.get(id)) === amount + cash_rounding,
      `The payouts of refund ${id} come to something else`,
    );
    // The balance of earlier units goes back without a unit.
    const parts = rows.parts.get(id);
    ledger.check(!parts || sum(parts) === amount, `The parts of refund ${id} come to something else`);
  }
  const entries = await database.reader.selectFrom('loyalty_entries').selectAll().orderBy('id').execute();
  const customers = await database.reader.selectFrom('customers').select(['id', 'loyalty_points']).execute();
  for (const { id, loyalty_points } of customers) {
    const own = entries.filter((entry) => entry.customer_id === id);
    const total = own.reduce((points, entry) => points + entry.points, 0);
    ledger.check(loyalty_points === total, `Customer ${id} has other points than the ledger`, total);
    // Not the entry with the highest id: each server gives out ids from its own blocks.
    const endsThere = own.length === 0 || own.some((entry) => entry.balance === total);
    ledger.check(endsThere, `The ledger of customer ${id} ends elsewhere`, total);
    ledger.check(loyalty_points >= 0, `Customer ${id} owes points`);
  }
}
