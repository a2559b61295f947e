import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/**
 * What the papers of a store, and those of the whole chain, said until they were changed: a sale keeps the seller that it was
 * made by. Sales of before the first change that is kept have the seller as it was then.
 */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `create table store_identities (
       id integer primary key, store_id integer not null, until bigint not null,
       name text not null, address text, phone text, registered_name text, tin text, header text, footer text);
     create index store_identities_in_order on store_identities(store_id, until, id);
     create table shop_names (id integer primary key, until bigint not null, shop_name text not null)`,
  );
