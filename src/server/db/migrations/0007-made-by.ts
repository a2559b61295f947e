import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** The version that brought the tables to what they are, for an older one that is started on them. */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `create table data_version (id integer primary key, made_by text not null);
    insert into data_version (id, made_by) values (1, '1.0.0')`,
  );
