import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { customerWords } from '#domain/search-key.ts';
import { addColumns } from './table.ts';

type Customer = { id: number; name_key: string; phone_key: string; email: string | null };
type Before = {
  customers: Customer & { search_text: string | null; deleted_at: number | null };
  search_words: { kind: string; word: string; subject_id: number };
};

/** Few enough that no engine's limit on bound values is met, whatever the names. */
const CUSTOMERS_AT_ONCE = 500;
const WORDS_AT_ONCE = 2000;

/** What customers bought, as their sales tell it. */
async function statistics(database: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column total_spent bigint not null default 0`.execute(database);
  await sql`alter table customers add column total_transactions integer not null default 0`.execute(database);
  await addColumns(database, 'customers', { last_transaction_at: 'bigint' });
  const sales = sql`from transactions sale where sale.customer_id = customers.id
    and sale.status in ('completed', 'refunded')`;
  await sql`update customers set
    total_spent = (select cast(coalesce(sum(sale.total_amount - sale.refunded_amount), 0) as bigint) ${sales}),
    total_transactions = (select count(*) ${sales}),
    last_transaction_at = (select max(sale.completed_at) ${sales})`.execute(database);
}

/**
 * Words compare byte by byte on both engines, whatever language a database was made for: only then is everything that
 * begins with a prefix one range.
 */
async function wordTable(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  await database.schema
    .createTable('search_words')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('word', isPostgres ? sql`text collate "C"` : 'text', (column) => column.notNull())
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_words_key', ['kind', 'word', 'subject_id'])
    .$call((builder) => (isPostgres ? builder : builder.modifyEnd(sql`without rowid`)))
    .execute();
}

async function keepWords(database: Kysely<Before>, customers: readonly Customer[]): Promise<void> {
  const rows = customers.flatMap((customer) =>
    customerWords(customer).map((word) => ({ kind: 'customer', word, subject_id: customer.id })),
  );
  for (let start = 0; start < rows.length; start += WORDS_AT_ONCE) {
    await database
      .insertInto('search_words')
      .values(rows.slice(start, start + WORDS_AT_ONCE))
      .execute();
  }
}

/** The words of the customers that there are; deleted ones are found by none. */
async function words(database: Kysely<Before>): Promise<void> {
  for (let last = 0; ;) {
    const customers = await database
      .selectFrom('customers')
      .select(['id', 'name_key', 'phone_key', 'email', 'deleted_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(CUSTOMERS_AT_ONCE)
      .execute();
    if (customers.length === 0) return;
    await keepWords(
      database,
      customers.filter((customer) => customer.deleted_at === null),
    );
    for (const customer of customers) {
      await database
        .updateTable('customers')
        .set({ search_text: ` ${customerWords(customer).join(' ')}` })
        .where('id', '=', customer.id)
        .execute();
    }
    last = customers.at(-1)?.id ?? last;
  }
}

/** Every filter of the list has an index that holds all it needs; deleted customers are in none of them. */
async function lists(database: Kysely<unknown>): Promise<void> {
  const indexes = {
    customers_in_group: ['customer_group_id', 'loyalty_points', 'signup_channel_id', 'name_key'],
    customers_in_group_by_name: ['customer_group_id', 'name_key', 'id'],
    customers_of_channel: ['signup_channel_id', 'loyalty_points', 'name_key'],
    customers_by_points: ['loyalty_points', 'name_key'],
    customers_there: ['name_key', 'id'],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await database.schema
      .createIndex(name)
      .on('customers')
      .columns(columns)
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
  }
  await database.schema.dropIndex('customers_by_name').execute();
  await database.schema
    .createIndex('loyalty_by_date')
    .on('loyalty_entries')
    .columns(['customer_id', 'created_at', 'id'])
    .execute();
  await database.schema.dropIndex('loyalty_of_customer').execute();
  await sql`create unique index one_group_name on customer_groups(lower(name))`.execute(database);
  await sql`create unique index one_channel_name on signup_channels(lower(name))`.execute(database);
}

/** What customers bought, the words they are found by, and indexes for their lists. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await statistics(database);
  await addColumns(database, 'customers', { search_text: 'text' });
  await wordTable(database);
  await words(database as Kysely<Before>);
  await lists(database);
}
