import pg from 'pg';

// The frozen baseline on PostgreSQL: a whole sale as one statement in one commit, over as many connections as there are
// clients. Nothing is looked up, checked, encoded or sent to a till.

const SCHEMA = `
  create table units (id serial primary key, status text, by_id integer, token text, until bigint);
  create table sales (id serial primary key, status text, total bigint, invoice integer);
  create table lines (id serial primary key, sale integer, unit integer, price bigint, live integer);
  create table pays (id serial primary key, sale integer, method text, amount bigint, status text);
  create table series (kind text primary key, last integer);
  create table audit (id serial primary key, action text, subject integer);
  insert into series values ('invoice', 0);
`;

const SALE = `
  with unit as (insert into units (status, by_id, token) values ('sold', 1, 't'), ('sold', 1, 't'), ('sold', 1, 't') returning id),
       number as (update series set last = last + 1 where kind = 'invoice' returning last),
       sale as (insert into sales (status, total, invoice) select 'completed', 1, last from number returning id),
       line as (insert into lines (sale, unit, price, live) select sale.id, unit.id, 1, 1 from sale, unit returning id),
       pay as (insert into pays (sale, method, amount, status)
               select sale.id, m, 1, 'completed' from sale, (values ('cash'), ('gcash')) as methods(m) returning id)
  insert into audit (action, subject) select 'complete', id from sale
`;

export async function openRawPostgres(url: string, connections: number) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  await pool.query(SCHEMA);
  return {
    /** Sells that many, as many at once as there are connections. */
    async sell(sales: number): Promise<void> {
      let left = sales;
      await Promise.all(
        Array.from({ length: connections }, async () => {
          while (left > 0) {
            left -= 1;
            await pool.query({ name: 'sale', text: SALE });
          }
        }),
      );
    },
    async durability(): Promise<Record<string, unknown>> {
      const show = async (name: string) =>
        Object.values((await pool.query<Record<string, string>>(`show ${name}`)).rows[0] ?? {})[0];
      return { fsync: await show('fsync'), synchronous_commit: await show('synchronous_commit') };
    },
    close: () => pool.end(),
  };
}
