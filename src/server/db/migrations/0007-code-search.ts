import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';
import { numbersText, productText, unitText } from '#domain/search-key.ts';

/** Few enough that no engine's limit on bound values is met. */
const ROWS_AT_ONCE = 500;

/** insufficient_privilege, undefined_file, feature_not_supported: the account may not, or the package is not there. */
const REFUSED = ['42501', '58P01', '0A000'];

async function requireTrigrams(database: Kysely<unknown>): Promise<void> {
  // Taken back to here, the transaction can still give the migrations' lock free.
  await sql`savepoint before_trigrams`.execute(database);
  try {
    await sql`create extension if not exists pg_trgm`.execute(database);
  } catch (error) {
    await sql`rollback to savepoint before_trigrams`.execute(database);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!REFUSED.includes(code)) throw error;
    throw new Error(
      'This database needs the extension pg_trgm. Let its owner run "create extension pg_trgm" in it, then start again',
      { cause: error },
    );
  }
}

const codeTables = ['transaction_codes', 'unit_codes', 'product_codes'] as const;
type CodeTable = (typeof codeTables)[number];
type Codes = Record<CodeTable, { rowid: number; code_text: string }>;

async function makeTables(database: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  for (const name of codeTables) {
    const table = sql.table(name);
    await (
      isPostgres
        ? sql`create table ${table} (rowid integer primary key, code_text text not null)`
        : sql`create virtual table ${table} using fts5(code_text, tokenize = 'trigram', columnsize = 0)`
    ).execute(database);
  }
}

/** Puts what was filled in at once into one piece: the sales that follow would else do it, one of them for seconds. */
async function tidy(database: Kysely<unknown>): Promise<void> {
  for (const name of codeTables) {
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('optimize')`.execute(database);
  }
}

/**
 * Without PostgreSQL's list of entries that are not yet sorted into the index: every search would read all of it, and
 * now and then one sale would pay for all the others.
 */
async function makeIndexes(database: Kysely<unknown>): Promise<void> {
  for (const name of codeTables) {
    await sql`create index ${sql.id(`${name}_by_part`)} on ${sql.table(name)}
      using gin (code_text gin_trgm_ops) with (fastupdate = off)`.execute(database);
  }
}

/** Gives every row of a query its codes, some rows at a time. */
async function fill<T>(
  database: Kysely<Codes>,
  table: CodeTable,
  from: RawBuilder<unknown>,
  textOf: (row: T) => string,
): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await sql<T & { id: number }>`select * from (${from}) as subjects
      where id > ${last} order by id limit ${ROWS_AT_ONCE}`.execute(database);
    const filled = rows.map((row) => ({ rowid: row.id, code_text: textOf(row) }));
    if (filled.length === 0) return;
    await database.insertInto(table).values(filled).execute();
    last = rows.at(-1)?.id ?? last;
  }
}

type Numbers = { draft_number: string; invoice_number: string | null };
type Product = { name: string; sku: string; manufacturer: string };

async function fillTables(database: Kysely<unknown>): Promise<void> {
  const before = database as Kysely<Codes>;
  await fill<Numbers>(
    before,
    'transaction_codes',
    sql`select id, draft_number, invoice_number from transactions`,
    ({ draft_number, invoice_number }) => numbersText([draft_number, invoice_number]),
  );
  await fill<Parameters<typeof unitText>[0]>(
    before,
    'unit_codes',
    sql`select id, serial_number, imei, qr_code from inventory_items`,
    unitText,
  );
  await fill<Product>(
    before,
    'product_codes',
    sql`select products.id, products.name, products.sku, manufacturers.name as manufacturer
      from products join manufacturers on manufacturers.id = products.manufacturer_id`,
    productText,
  );
}

/** Numbers of transactions, codes of units and words of products, to be searched for any part of them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  if (isPostgres) await requireTrigrams(database);
  await makeTables(database, isPostgres);
  await fillTables(database);
  await (isPostgres ? makeIndexes(database) : tidy(database));
  await sql`alter table products drop column search_key`.execute(database);
  // Reading all of a store's sales for the few that ended so would take longer with every other one.
  for (const status of ['void', 'refunded']) {
    await sql`create index ${sql.id(`transactions_${status}`)} on transactions(store_id, dated_at, id)
      where status = ${sql.lit(status)} and deleted_at is null`.execute(database);
  }
  // Deleted customers are found by no word, but their sales are looked for by their names.
  await sql`create index customers_gone on customers(id) where deleted_at is not null`.execute(database);
}
