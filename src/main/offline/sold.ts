import type Database from 'better-sqlite3';
import type { KeptSale } from '#bridge/offline-sales.ts';
import { log } from '../app/log.ts';
import type { StoreCopies } from '../drafts/store-copies.ts';

/** Bodies that can be read: rows of a damaged file may hold anything. */
export const READABLE = '(select * from sales where json_valid(body))';

/** A unit by its id, a code of a unit, or a sale by its number. */
export type SoldName = number | string;

/**
 * A sale that has a unit, as the file keeps it; a damaged row may hold anything. `is_confirmed`: by the server's data of now, not by
 * those from before a restore.
 */
type Row = KeptSale & { confirmed_at: number | null; is_confirmed: 0 | 1 };

export type Sold = ReturnType<typeof soldIn>;

/**
 * Keeps what each sale of the file sold, by all its names: ids of units, their codes and those that were scanned, and the number of the sale.
 * A piece without numbers has none: it is sold twice a day.
 */
export function soldIn(db: Database.Database) {
  db.exec(`
    create table if not exists sold (
      name any not null,
      sale_key text not null,
      primary key (name, sale_key)
    ) strict, without rowid;
    create index if not exists sold_by_sale on sold (sale_key);
  `);
  const namesOf = (sales: string) => `
    insert or ignore into sold (name, sale_key)
    select sale.number, sale.key from sales sale where sale.kind = 'sale' and ${sales}
    union all
    select name.value, sale.key
    from ${READABLE} sale, json_each(sale.body, '$.lines') line, json_each(json_array(
      json_extract(line.value, '$.inventory_item_id'),
      upper(json_extract(line.value, '$.imei')),
      upper(json_extract(line.value, '$.imei2')),
      upper(json_extract(line.value, '$.serial_number')),
      case when json_extract(line.value, '$.inventory_item_id') is not null
        then upper(json_extract(line.value, '$.scanned_code')) end)) name
    where sale.kind = 'sale' and line.type = 'object' and name.value is not null and ${sales}`;
  const note = db.prepare<[string, string]>(namesOf('sale.key = ?'));
  const forget = db.prepare('delete from sold where sale_key not in (select key from sales)');
  const find = db.prepare<[SoldName], Row>(`
    select sale.*, sale.epoch is (select epoch from till_state) as is_confirmed
    from sold join sales sale on sale.key = sold.sale_key where sold.name = ?
    order by sale.state = 'waiting' desc, sale.position desc limit 1`);
  // An older program wrote sales without, and deleted others.
  forget.run();
  db.exec(namesOf('sale.key not in (select sale_key from sold)'));
  return {
    /** Notes what a new sale sold. */
    note: (key: string): void => {
      note.run(key, key);
    },
    /** Sales were deleted. */
    forget: (): void => {
      forget.run();
    },
    /** The sale of a name: one that waits, else the newest; null without one. */
    find: (name: SoldName): Row | null => find.get(name) ?? null,
  };
}

/** Returns as of when (the server's time) the till's copy of a store has a unit in it; null if it has not. */
export type StandsSince = (name: SoldName, storeId: number) => number | null;

/** Returns the same by the till's copies; a unit that they cannot tell of is in none. */
export const standsSinceIn =
  ({ find }: Pick<StoreCopies, 'find'>): StandsSince =>
  (name, store_id) => {
    try {
      return (
        find(typeof name === 'number' ? { store_id, unit_id: name } : { store_id, code: name, not: [] })
          ?.as_of ?? null
      );
    } catch (fault) {
      log.warn('The copy of the store cannot be read:', fault);
      return null;
    }
  };

/** Milliseconds by which two reckonings of the server's time may differ: answers name whole seconds. */
const RECKONED = 10_000;

/**
 * Returns the sale of this till that has a unit, for as long as nobody knows that it is back: the copy of the store has it since
 * that sale was recorded.
 */
export function saleThatHas(
  name: SoldName,
  {
    file,
    standsSince,
    store_id,
  }: { file: { soldIn: Sold['find'] }; standsSince: StandsSince; store_id: number },
): Row | null {
  const sale = file.soldIn(name);
  if (sale?.state !== 'recorded' || !sale.is_confirmed || sale.confirmed_at === null) return sale;
  const since = standsSince(name, store_id);
  return since !== null && since > sale.confirmed_at + RECKONED ? null : sale;
}
