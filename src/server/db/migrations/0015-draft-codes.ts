import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/** The codes of open drafts stand apart, without trigrams: a sale's are then written once, with its invoice number. */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `create table draft_codes (rowid integer primary key, code_text text not null);
     insert into draft_codes (rowid, code_text) select rowid, code_text from transaction_codes
       where rowid in (select id from transactions where status = 'draft' and deleted_at is null);
     delete from transaction_codes where rowid in (select id from transactions where status = 'draft')`,
  );
