import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { people } from './migrations/0001-people.ts';
import { catalogue } from './migrations/0002-catalogue.ts';
import { sales } from './migrations/0003-sales.ts';
import { books } from './migrations/0004-books.ts';
import { afterTheSale } from './migrations/0005-after-the-sale.ts';
import { customersAtLarge } from './migrations/0006-customers.ts';
import type { Tables } from './tables.ts';

const migrations = {
  '0001-people': people,
  '0002-catalogue': catalogue,
  '0003-sales': sales,
  '0004-books': books,
  '0005-after-the-sale': afterTheSale,
  '0006-customers': customersAtLarge,
};

/** Brings a database to the newest shape; throws the first failing migration's error. */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
