import type Database from 'better-sqlite3';
import { knownUnit, type KnownUnit, type UnitsGone, type UnitsSeen, type UnitWanted } from '#bridge/units.ts';
import { IMEI_KEY_DIGITS, imeiKey } from '#domain/barcodes.ts';
import { DAY } from '#domain/store-time.ts';
import { openDatabase } from '../disk/database.ts';

/** Milliseconds after which a unit must be looked up anew. */
const UNIT_LIFETIME = 30 * DAY;
/** The most units that are kept, for all stores together; those seen last stay. */
const UNITS_MAX = 20_000;
/** Writes between two checks of the number of units. */
const WRITES_A_LOOK = 25;

export type KnownUnits = {
  /** Keeps units of a store as the server sent them. */
  remember: (seen: UnitsSeen) => void;
  /**
   * Finds the unit of a code: by IMEI (with or without its check digit), serial number or QR code; by barcode only a new one that has neither number,
   * since such pieces are interchangeable.
   */
  find: (wanted: UnitWanted) => KnownUnit | null;
  /** Forgets units that were sold. */
  forget: (gone: UnitsGone) => void;
  /** Forgets all units, when the till changes to another server. */
  clear: () => void;
  close: () => void;
};

/** Read from JSON without a column, as the tables of tills in use would have to be changed for one. */
const IMEI2 = `json_extract(unit, '$.imei2')`;

/** Returns the SQL of an IMEI's `imeiKey`. */
const keyOf = (column: string) => `substr(${column}, 1, ${IMEI_KEY_DIGITS})`;

function makeTables(db: Database.Database): void {
  db.exec(`
    create table if not exists units (
      store_id integer not null,
      id integer not null,
      serial_number text,
      imei text,
      qr_code text,
      barcode text,
      seen_at real not null,
      unit text not null,
      primary key (store_id, id)
    ) strict, without rowid;
    create index if not exists units_serial on units (store_id, serial_number) where serial_number is not null;
    drop index if exists units_imei;
    drop index if exists units_imei2;
    create index if not exists units_imei_key on units (store_id, ${keyOf('imei')}) where imei is not null;
    create index if not exists units_imei2_key on units (store_id, ${keyOf(IMEI2)}) where ${IMEI2} is not null;
    create index if not exists units_qr on units (store_id, qr_code) where qr_code is not null;
    create index if not exists units_barcode on units (store_id, barcode)
      where barcode is not null and imei is null and serial_number is null;
    create index if not exists units_seen on units (seen_at);
  `);
}

function readUnit(json: unknown): KnownUnit | null {
  try {
    return knownUnit.safeParse(JSON.parse(String(json))).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Keeps units that this till has looked up, for use while the server is unreachable. Bounded and aged; nothing depends on
 * it.
 * @param file the SQLite file, or `:memory:`
 */
export function openKnownUnits(
  file: string,
  { now = Date.now, most = UNITS_MAX }: { now?: () => number; most?: number } = {},
): KnownUnits {
  // A copy of the server's data: the last few units may be lost in a power cut.
  return openDatabase(file, 'NORMAL', (db) => knownUnitsIn(db, now, most));
}

function knownUnitsIn(db: Database.Database, now: () => number, most: number): KnownUnits {
  makeTables(db);
  const upsert =
    db.prepare(`insert into units (store_id, id, serial_number, imei, qr_code, barcode, seen_at, unit)
    values (@store_id, @id, @serial_number, @imei, @qr_code, @barcode, @seen_at, @unit)
    on conflict do update set serial_number = excluded.serial_number, imei = excluded.imei,
      qr_code = excluded.qr_code, barcode = excluded.barcode, seen_at = excluded.seen_at, unit = excluded.unit`);
  // Named, as SQLite would read all units of the store by the primary key.
  const inIndex = (index: string, isIts: string) =>
    db
      .prepare(
        `select unit from units indexed by ${index}
          where store_id = @store_id and seen_at > @since and ${isIts}`,
      )
      .pluck();
  /** Two phones that differ in the check digit alone may be known. */
  const byImei = (index: string, imei: string) =>
    inIndex(index, `${imei} is not null and ${keyOf(imei)} = @key order by ${imei} = @code desc`);
  const byCode = [
    byImei('units_imei_key', 'imei'),
    byImei('units_imei2_key', IMEI2),
    inIndex('units_serial', 'serial_number = @code'),
    inIndex('units_qr', 'qr_code = @code'),
  ];
  const alike = db
    .prepare(
      `select unit from units where store_id = @store_id and barcode = @code and imei is null and serial_number is null
        and coalesce(json_extract(unit, '$.category'), 'new') = 'new' and seen_at > @since and id not in (select value from json_each(@not)) order by id limit 1`,
    )
    .pluck();
  const remove = db.prepare('delete from units where store_id = ? and id = ?');
  const removeOld = db.prepare('delete from units where seen_at <= ?');
  const count = db.prepare<[], number>('select count(*) from units').pluck();
  const removeOldest = db.prepare(`delete from units where (store_id, id) in
    (select store_id, id from units order by seen_at, id limit ?)`);
  let writes = 0;

  const prune = () => {
    removeOld.run(now() - UNIT_LIFETIME);
    const tooMany = (count.get() ?? 0) - most;
    if (tooMany > 0) removeOldest.run(tooMany);
  };
  prune();
  return {
    remember: db.transaction(({ store_id, units }: UnitsSeen) => {
      const seen_at = now();
      for (const unit of units) {
        const { id, serial_number, imei, qr_code, barcode } = unit;
        upsert.run({
          store_id,
          id,
          serial_number,
          imei,
          qr_code,
          barcode,
          seen_at,
          unit: JSON.stringify(unit),
        });
      }
      writes += 1;
      if (writes % WRITES_A_LOOK === 0) prune();
    }),
    find: ({ store_id, code, not }) => {
      const since = now() - UNIT_LIFETIME;
      const wanted = { store_id, code, key: imeiKey(code), since };
      for (const statement of byCode) {
        const unit = readUnit(statement.get(wanted) ?? null);
        if (unit) return unit;
      }
      return readUnit(alike.get({ store_id, code, since, not: JSON.stringify(not) }) ?? null);
    },
    forget: db.transaction(({ store_id, ids }: UnitsGone) => {
      for (const id of ids) remove.run(store_id, id);
    }),
    clear: () => {
      db.exec('delete from units');
    },
    close: () => {
      db.close();
    },
  };
}
