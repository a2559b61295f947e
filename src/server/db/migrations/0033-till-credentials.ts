import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/**
 * A short code for each till, in the order in which a store's tills were made, and the credentials by which tills send
 * sales with nobody signed in.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'tills', [`code text not null default ''`]);
  await runSql(
    database,
    `update tills set code = 'T' || cast(
       (select count(*) from tills earlier where earlier.store_id = tills.store_id and earlier.id <= tills.id) as text);
     create unique index till_codes on tills(store_id, code);
     create table till_credentials (
       id integer primary key, till_id integer not null, letter text not null, secret_hash text not null,
       created_at bigint not null, created_by_id integer not null, ended_at bigint, ended_by_id integer,
       last_no integer not null default 0, waiting integer not null default 0, told_at bigint,
       constraint one_credential_secret unique (secret_hash),
       constraint one_credential_letter unique (till_id, letter),
       constraint credential_till foreign key (till_id) references tills (id),
       constraint credential_giver foreign key (created_by_id) references staff (id),
       constraint credential_ender foreign key (ended_by_id) references staff (id)
     );
     create unique index living_credentials on till_credentials(till_id) where ended_at is null`,
  );
}
