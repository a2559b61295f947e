import { sql, type Kysely } from 'kysely';
import { isPostgres } from '../sql.ts';

const STANDING = `('available', 'locked')`;
const CAME = `new.status in ${STANDING} and (old.status not in ${STANDING} or old.store_id <> new.store_id)`;
const BEGUN = `(select last_no from number_series where store_id = new.store_id and kind = 'count')`;

async function noteOnPostgres(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create function note_counts_begun() returns trigger language plpgsql as
        $body$ begin new.counts_begun := ${BEGUN}; return new; end $body$`,
    )
    .execute(database);
  for (const [event, when] of [
    ['insert', `new.status in ${STANDING}`],
    ['update', CAME],
  ]) {
    await sql
      .raw(
        `create trigger counts_begun_at_${event} before ${event} on inventory_items
          for each row when (${when}) execute function note_counts_begun()`,
      )
      .execute(database);
  }
}

async function noteOnSqlite(database: Kysely<unknown>): Promise<void> {
  const note = `update inventory_items set counts_begun = ${BEGUN} where id = new.id;`;
  for (const [name, event, when] of [
    ['counts_begun_at_insert', 'insert', `new.status in ${STANDING} and ${BEGUN} is not null`],
    ['counts_begun_at_update', 'update of status, store_id', CAME],
  ]) {
    await sql
      .raw(`create trigger ${name} after ${event} on inventory_items when ${when} begin ${note} end`)
      .execute(database);
  }
}

/** Each unit that comes into stock records how many counts of its store had begun by then. A sale and a lock do not. */
export const noteCountsBegun = (database: Kysely<unknown>) =>
  isPostgres(database) ? noteOnPostgres(database) : noteOnSqlite(database);
