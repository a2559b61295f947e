import type BetterSqlite from 'better-sqlite3';

/** The sums of a shop by their names; two copies of one moment have the same. */
export type Sums = Record<string, string>;

/** Sums of what must not be lost, in centavos and counts. */
const QUERIES: Record<string, string> = {
  sales: `select status, (coalesce(completed_at, created_at) + 28800000) / 86400000 as day, count(*) as number,
    sum(total_amount) as total, sum(refunded_amount) as refunded, sum(balance_due) as due from transactions group by 1, 2`,
  invoices: `select store_id, count(invoice_no) as number, max(invoice_no) as last from transactions group by 1`,
  payments: `select method, status, count(*) as number, sum(amount) as total from payments group by 1, 2`,
  refunds: 'select count(*) as number, sum(amount) as total, sum(tax) as tax from refunds',
  drawers: `select kind, (at + 28800000) / 86400000 as day, count(*) as number, sum(amount) as total from till_entries group by 1, 2`,
  units: 'select store_id, status, count(*) as number from inventory_items group by 1, 2',
  points: 'select count(*) as number, sum(loyalty_points) as points from customers',
};

const TABLES = `select name from sqlite_schema
  where type = 'table' and name not like 'sqlite_%' and sql not like 'create virtual%' order by name`;

/** Returns the sums of a database, and the number of rows of each table. */
export function sumUp(database: BetterSqlite.Database): Sums {
  const sums: Sums = {};
  for (const [name, query] of Object.entries(QUERIES)) {
    sums[name] = JSON.stringify(database.prepare(`${query} order by 1, 2`).raw().all());
  }
  for (const { name } of database.prepare<[], { name: string }>(TABLES).all()) {
    sums[`rows of ${name}`] = String(database.prepare(`select count(*) from "${name}"`).pluck().get());
  }
  return sums;
}

/** Returns the names of the sums that differ. */
export const differing = (left: Sums, right: Sums): string[] =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].filter((name) => left[name] !== right[name]);

/** The counts shown of a checked copy. */
export type Totals = { sales: number; units: number };

export const totalsOf = (database: BetterSqlite.Database): Totals => ({
  sales: Number(
    database.prepare(`select count(*) from transactions where completed_at is not null`).pluck().get(),
  ),
  units: Number(database.prepare(`select count(*) from inventory_items`).pluck().get()),
});

/** Returns the moment of the last sale until a moment; null without one. */
export const lastSale = (database: BetterSqlite.Database, until: number): number | null =>
  database
    .prepare<[number], number | null>(
      `select max((select max(completed_at) from transactions
         where store_id = stores.id and completed_at is not null and completed_at <= ?)) from stores`,
    )
    .pluck()
    .get(until) ?? null;
