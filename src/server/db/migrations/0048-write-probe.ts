import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** A row that a server changes to learn whether its database takes writes. */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `create table write_probe (id integer primary key, tries integer not null);
     insert into write_probe (id, tries) values (1, 0)`,
  );
