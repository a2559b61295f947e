import type { Kysely } from 'kysely';
import { runSql } from './sql.ts';

/**
 * The first 14 digits of each IMEI, which identify its phone, unique from now on. IMEIs that differ in the check digit
 * alone, or lack it, may be there already: they are kept, and numbered.
 */
export const up = (database: Kysely<unknown>) =>
  runSql(
    database,
    `alter table unit_imeis add column imei_key text;
    alter table unit_imeis add column duplicate_no integer not null default 0;
    update unit_imeis set imei_key = substr(imei, 1, 14);
    update unit_imeis set duplicate_no =
      (select count(*) from unit_imeis as earlier
        where earlier.imei_key = unit_imeis.imei_key
          and earlier.imei >= unit_imeis.imei_key and earlier.imei < unit_imeis.imei)
      where imei_key in (select imei_key from unit_imeis group by imei_key having count(*) > 1);
    create unique index one_imei_key on unit_imeis(imei_key, duplicate_no)`,
  );
