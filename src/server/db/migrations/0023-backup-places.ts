import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** Folders on other disks that backups are copied to, and who has checked that the key is at hand. */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `create table backup_places (
       id integer primary key, path text not null, created_at bigint not null, created_by_id integer not null,
       constraint one_backup_place unique (path),
       constraint backup_place_creator foreign key (created_by_id) references staff (id)
     );
     create table backup_key_checks (
       id integer primary key, at bigint not null, staff_id integer not null,
       constraint key_checker foreign key (staff_id) references staff (id)
     );`,
  );
