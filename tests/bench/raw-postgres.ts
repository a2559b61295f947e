import pg from 'pg';

// The frozen baselines of earlier figures on PostgreSQL, over as many connections as there are clients, with prepared
// statements: 28 rows a sale in tables with few indexes, in as many commits as the server does, and a whole sale as one
// statement in one commit. Nothing is looked up, checked, encoded or sent to a till.

const SCHEMA = `
  create table units (id serial primary key, status text, by_id integer, token text, until bigint);
  create table sales (id serial primary key, status text, total bigint, claim integer default 0, invoice text);
  create table lines (id serial primary key, sale integer, unit integer, price bigint, live integer);
  create index lines_of on lines(sale);
  create table pays (id serial primary key, sale integer, method text, amount bigint, status text);
  create index pays_of on pays(sale);
  create table series (kind text primary key, last integer);
  create table answers (k text primary key, body text);
  create table audit (id serial primary key, action text, subject integer);
`;

const ONE_STATEMENT = `
  with unit as (insert into units (status, by_id, token) values ('sold', 1, 't'), ('sold', 1, 't'), ('sold', 1, 't') returning id),
       number as (update series set last = last + 1 where kind = 'invoice' returning last),
       sale as (insert into sales (status, total, invoice) select 'completed', 1, last from number returning id),
       line as (insert into lines (sale, unit, price, live) select sale.id, unit.id, 1, 1 from sale, unit returning id),
       pay as (insert into pays (sale, method, amount, status)
               select sale.id, m, 1, 'completed' from sale, (values ('cash'), ('gcash')) as methods(m) returning id)
  insert into audit (action, subject) select 'complete', id from sale
`;

const BODY = 'x'.repeat(2000);

/** Runs a statement that is prepared once on its connection, under its own name. */
type Run = (name: string, text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const runOn =
  (client: pg.PoolClient): Run =>
  async (name, text, values = []) =>
    (await client.query<Record<string, unknown>>({ name, text, values })).rows;

async function commit(run: Run, work: () => Promise<void>): Promise<void> {
  await run('begin', 'begin');
  await work();
  await run('commit', 'commit');
}

const idOf = ([row]: Record<string, unknown>[]) => Number(row?.id);

/** Sells as the server does: three locks, the draft, two payments, the completion; all tills are in one store. */
async function sellInSevenCommits(run: Run): Promise<void> {
  const units: number[] = [];
  for (let unit = 0; unit < 3; unit += 1) {
    units.push(idOf(await run('unit', "insert into units (status) values ('available') returning id")));
  }
  const lock = (unit: number) =>
    run('lock', "update units set status = 'locked', by_id = 1, token = 't', until = 1 where id = $1", [
      unit,
    ]);
  const count = (kind: string) => run('count', 'update series set last = last + 1 where kind = $1', [kind]);
  const audit = (action: string, subject: number) =>
    run('audit', 'insert into audit (action, subject) values ($1, $2)', [action, subject]);
  for (const unit of units) await commit(run, async () => void (await lock(unit)));
  let sale = 0;
  await commit(run, async () => {
    for (const unit of units) await lock(unit);
    sale = idOf(await run('sale', "insert into sales (status, total) values ('draft', 1) returning id"));
    const line = 'insert into lines (sale, unit, price, live) values ($1, $2, 1, 0)';
    for (const unit of units) await run('line', line, [sale, unit]);
    await count('draft');
  });
  const claim = () => run('claim', 'update sales set claim = claim + 1 where id = $1', [sale]);
  for (const method of ['cash', 'cash']) {
    await commit(run, async () => {
      await claim();
      const pay = "insert into pays (sale, method, amount, status) values ($1, $2, 1, 'completed')";
      await run('pay', pay, [sale, method]);
      await audit('pay', sale);
    });
  }
  await commit(run, async () => {
    await claim();
    for (const unit of units) {
      await run('sell', "update units set status = 'sold', token = null where id = $1", [unit]);
    }
    await run('live', 'update lines set live = 1 where sale = $1', [sale]);
    await count('invoice');
    await run('done', "update sales set status = 'completed', invoice = 'no' where id = $1", [sale]);
    await run('answer', 'insert into answers values ($1, $2)', [String(sale), BODY]);
    await audit('complete', sale);
  });
}

export async function openRawPostgres(url: string, connections: number) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  await pool.query(SCHEMA);
  await pool.query("insert into series values ('draft', 0), ('invoice', 0)");

  /** Sells this many, as many at once as there are connections. */
  async function sellBy(sales: number, sellOne: (run: Run) => Promise<void>): Promise<void> {
    let left = sales;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        const client = await pool.connect();
        try {
          while (left > 0) {
            left -= 1;
            await sellOne(runOn(client));
          }
        } finally {
          client.release();
        }
      }),
    );
  }
  return {
    sell: (sales: number) => sellBy(sales, sellInSevenCommits),
    /** Sells the same as one statement each. */
    sellAtOnce: (sales: number) => sellBy(sales, async (run) => void (await run('one', ONE_STATEMENT))),
    close: () => pool.end(),
  };
}
