import type { Kysely } from 'kysely';
import { split } from './split.ts';
import { addColumns, runSql } from './sql.ts';

// The rules and columns are those of this version: a migration means the same, whatever the domain becomes.

type Sale = { id: number; change_due: number; refunded_amount: number };
type Line = { final_price: number; refunded_at: number | null };
type Payment = { method: string; amount: number; status: string; deleted_at: number | null };

type TablesThen = {
  transactions: Sale & { status: string; owed_back: number };
  transaction_items: Line & { transaction_id: number; position: number };
  payments: Payment & { transaction_id: number };
  refunds: { transaction_id: number; withheld: number };
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Returns what was paid and kept for the returned lines of a sale, and not refunded or withheld. */
function owedOf(sale: Sale, lines: readonly Line[], payments: readonly Payment[], withheld: number): number {
  const paid = payments.filter(({ deleted_at, status }) => deleted_at === null && status === 'completed');
  const cash = paid.filter(({ method }) => method === 'cash');
  const change = Math.min(sale.change_due, sum(cash.map(({ amount }) => amount)));
  const came = sum(paid.map(({ amount }) => amount)) - change;
  const shares = split(
    came,
    lines.map(({ final_price }) => final_price),
  );
  const back = sum(shares.filter((_, index) => lines[index]?.refunded_at !== null));
  return Math.max(0, back - sale.refunded_amount - withheld);
}

/** Sets what is still to be given back of the sales that were refunded in part. */
async function fill(database: Kysely<TablesThen>): Promise<void> {
  const sales = await database
    .selectFrom('transactions')
    .select(['id', 'change_due', 'refunded_amount'])
    .where('status', '=', 'completed')
    .where('id', 'in', database.selectFrom('refunds').select('transaction_id'))
    .execute();
  for (const sale of sales) {
    const lines = await database
      .selectFrom('transaction_items')
      .select(['final_price', 'refunded_at'])
      .where('transaction_id', '=', sale.id)
      .orderBy('position')
      .execute();
    const payments = await database
      .selectFrom('payments')
      .select(['method', 'amount', 'status', 'deleted_at'])
      .where('transaction_id', '=', sale.id)
      .execute();
    const refunds = await database
      .selectFrom('refunds')
      .select('withheld')
      .where('transaction_id', '=', sale.id)
      .execute();
    const withheld = sum(refunds.map((refund) => refund.withheld));
    const owed_back = owedOf(sale, lines, payments, withheld);
    await database.updateTable('transactions').set({ owed_back }).where('id', '=', sale.id).execute();
  }
}

/** What is to be given back of a sale, and indexes of the few sales that owe or are owed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'transactions', ['owed_back bigint not null default 0']);
  await fill(database as Kysely<TablesThen>);
  await runSql(
    database,
    `create index transactions_owing on transactions(store_id, balance_due)
       where balance_due > 0 and deleted_at is null;
     create index transactions_owed on transactions(store_id, owed_back)
       where owed_back > 0 and deleted_at is null`,
  );
}
