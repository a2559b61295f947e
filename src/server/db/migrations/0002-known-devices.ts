import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/** Pauses after wrong passwords, and the devices where each person has signed in. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'login_failures', ['paused_until bigint']);
  await runSql(
    database,
    `create table known_devices (
      staff_id integer not null, device_hash text not null, last_used_at bigint not null,
      constraint known_devices_key primary key (staff_id, device_hash),
      constraint known_device_staff foreign key (staff_id) references staff (id)
    )`,
  );
}
