import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** The settings that new stores begin with: one row, in an older shop those of its first store that has settings. */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `create table store_defaults (id integer primary key, settings_json text not null);
    insert into store_defaults (id, settings_json)
      select 1, settings_json from stores
      where settings_json is not null and is_active = 1 and is_warehouse = 0
      order by id limit 1`,
  );
