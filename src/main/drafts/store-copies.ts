import type Database from 'better-sqlite3';
import {
  copiedPriceNames,
  copiedUnit,
  copiedVariation,
  knownUnitOf,
  UNITS_SHOWN,
  type CopiedStore,
  type CopiedUnit,
  type CopiedVariation,
  type CopyVersion,
  type KnownUnit,
  type KnownVariation,
  PRODUCTS_SHOWN,
  type ProductsWanted,
  type ProductWanted,
  type StoreAnswer,
  type UnitsGone,
  type UnitWanted,
} from '#bridge/units.ts';
import { IMEI_KEY_DIGITS, imeiKey } from '#domain/barcodes.ts';
import { DAY } from '#domain/store-time.ts';
import { openDatabase } from '../disk/database.ts';

/** Milliseconds after which a copy that was not brought up to date is deleted. */
const UNUSED_LIFETIME = 30 * DAY;
/** The most units that are kept, of all copies together. */
const UNITS_MAX = 100_000;
/** The version of the tables; those of any other are dropped. */
const LAYOUT = 2;

export type StoreCopies = {
  /**
   * Puts an answer of the feed into the store's copy, all of it or nothing. A copy that begins anew takes the place of the
   * former one when its last part has come. Returns false for an answer that does not go on from the present version.
   */
  copied: (answer: StoreAnswer) => boolean;
  /** Returns where the feed of a store goes on; null without a copy. */
  version: (store: CopiedStore) => CopyVersion | null;
  /**
   * Finds the unit of a code: by IMEI (with or without its check digit), serial number or QR code; by barcode only a new
   * one without any of these, since such pieces are interchangeable, and one that nobody holds where there is one.
   */
  find: (wanted: UnitWanted) => KnownUnit | null;
  /** Finds some units of each variation of a product, those that can be sold first; null without a whole copy. */
  ofProduct: (wanted: ProductWanted) => KnownUnit[] | null;
  /** Finds products by the words of their names, or a barcode, with how many units of each variation stand there; null without a whole copy. */
  products: (wanted: ProductsWanted) => KnownVariation[] | null;
  /** Forgets units that were sold. */
  forget: (gone: UnitsGone) => void;
  /** Forgets all copies, when the till changes to another server. */
  clear: () => void;
  close: () => void;
};

/** A copy of a store; two while a new one is on its way. */
type Copy = { id: number; store_id: number; version: string; is_whole: 0 | 1; as_of: number };

/** A unit with its variation, and who holds it. */
type Row = Omit<CopiedVariation, 'id' | 'name' | 'units'> &
  CopiedUnit & {
    variation_id: number;
    variation_name: string;
    locked_by: string | null;
    locked_until: number;
    reserved_for: string | null;
  };

/** Returns the SQL of an IMEI's `imeiKey`. */
const keyOf = (column: string) => `substr(${column}, 1, ${IMEI_KEY_DIGITS})`;

/** The columns that newer tills have added to the tables. */
const LATER_COLUMNS = [
  ['holds', 'reserved_for', 'text'],
  ['variations', 'warranty_months', 'integer'],
  ['variations', 'warranty_months_used', 'integer'],
] as const;

/**
 * Adds what a copy of an older till lacks. It is used on, as the server may be gone; its version is one that no server knows,
 * so that the next answer begins it anew.
 */
function addLaterColumns(db: Database.Database): void {
  const has = db.prepare('select 1 from pragma_table_info(?) where name = ?');
  const lacking = LATER_COLUMNS.filter(([table, column]) => !has.get(table, column));
  for (const [table, column, type] of lacking) db.exec(`alter table ${table} add column ${column} ${type}`);
  if (lacking.length > 0) db.exec("update copies set version = 'older'");
}

function makeTables(db: Database.Database): void {
  if (db.pragma('user_version', { simple: true }) === LAYOUT) return addLaterColumns(db);
  const make = db.transaction(() =>
    db.exec(`
      drop table if exists units;
      drop table if exists variations;
      drop table if exists holds;
      drop table if exists copies;
      create table copies (
        id integer primary key,
        store_id integer not null,
        version text not null,
        is_whole integer not null,
        as_of real not null,
        used_at real not null
      ) strict;
      create index copies_store on copies (store_id);
      create table variations (
        copy_id integer not null,
        id integer not null,
        product_id integer not null,
        product_name text not null,
        name text not null,
        barcode text,
        ${copiedPriceNames.map((price) => `${price} integer`).join(', ')},
        warranty_months integer,
        warranty_months_used integer,
        primary key (copy_id, id)
      ) strict, without rowid;
      create index variations_barcode on variations (copy_id, barcode) where barcode is not null;
      create index variations_product on variations (copy_id, product_id);
      create table units (
        copy_id integer not null,
        id integer not null,
        variation_id integer not null,
        serial_number text,
        imei text,
        imei2 text,
        qr_code text,
        category text not null,
        condition_rating integer,
        own_price integer,
        own_minimum_price integer,
        primary key (copy_id, id)
      ) strict, without rowid;
      create index units_variation on units (copy_id, variation_id);
      create index units_serial on units (copy_id, serial_number) where serial_number is not null;
      create index units_imei_key on units (copy_id, ${keyOf('imei')}) where imei is not null;
      create index units_imei2_key on units (copy_id, ${keyOf('imei2')}) where imei2 is not null;
      create index units_qr on units (copy_id, qr_code) where qr_code is not null;
      create table holds (
        store_id integer not null,
        unit_id integer not null,
        locked_by text not null,
        locked_until real not null,
        reserved_for text,
        primary key (store_id, unit_id)
      ) strict, without rowid;
      pragma user_version = ${LAYOUT};
    `),
  );
  make();
}

/**
 * Keeps copies of the stores that this till works in. Each is what the server said; nothing depends on it.
 * @param file the SQLite file, or `:memory:`
 */
export function openStoreCopies(
  file: string,
  { now = Date.now, most = UNITS_MAX }: { now?: () => number; most?: number } = {},
): StoreCopies {
  // A copy of the server's data: the last few answers may be lost in a power cut, and are asked for again.
  return openDatabase(file, 'NORMAL', (db) => {
    makeTables(db);
    const { findCopies, dropCopy, ...written } = writesOf(db, now, most);
    dropUnused(db, now() - UNUSED_LIFETIME, dropCopy);
    return {
      ...written,
      ...readsOf(db, findCopies),
      version: ({ store_id }) => {
        const { present, whole } = findCopies(store_id);
        return present ? { version: present.version, as_of: whole?.as_of ?? null } : null;
      },
      clear: () => {
        db.exec('delete from units; delete from variations; delete from holds; delete from copies');
      },
      close: () => {
        db.close();
      },
    };
  });
}

function dropUnused(db: Database.Database, since: number, dropCopy: (id: number) => void): void {
  const unused = db.prepare<[number], number>('select id from copies where used_at <= ?').pluck();
  for (const id of unused.all(since)) dropCopy(id);
  db.exec('delete from holds where store_id not in (select store_id from copies)');
}

const placesOf = (columns: readonly string[]) => columns.map((column) => `@${column}`).join(', ');

const VARIATION = ['copy_id', ...Object.keys(copiedVariation.omit({ units: true }).shape)];
const UNIT = ['copy_id', 'variation_id', ...Object.keys(copiedUnit.shape)];

function writesOf(db: Database.Database, now: () => number, most: number) {
  const copiesOf = db.prepare<[number], Copy>('select * from copies where store_id = ? order by id');
  const insertCopy = db.prepare(
    `insert into copies (store_id, version, is_whole, as_of, used_at) values (?, '', 0, 0, 0)`,
  );
  const advance = db.prepare('update copies set version = ?, used_at = ? where id = ?');
  const complete = db.prepare('update copies set is_whole = 1, as_of = ? where id = ?');
  const dropUnits = db.prepare('delete from units where copy_id = ?');
  const dropVariations = db.prepare('delete from variations where copy_id = ?');
  const dropRow = db.prepare('delete from copies where id = ?');
  const putVariation = db.prepare(
    `insert or replace into variations (${VARIATION.join(', ')}) values (${placesOf(VARIATION)})`,
  );
  const removeVariation = db.prepare('delete from variations where copy_id = ? and id = ?');
  const removeUnits = db.prepare(
    'delete from units indexed by units_variation where copy_id = ? and variation_id = ?',
  );
  const putUnit = db.prepare(`insert or replace into units (${UNIT.join(', ')}) values (${placesOf(UNIT)})`);
  const letGo = db.prepare('delete from holds where store_id = ?');
  const hold = db.prepare(
    'insert or replace into holds (store_id, unit_id, locked_by, locked_until, reserved_for) values (?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('delete from units where copy_id = ? and id = ?');
  const count = db.prepare<[], number>('select count(*) from units').pluck();
  const leastUsed = db
    .prepare<[number], number>('select id from copies where store_id <> ? order by used_at limit 1')
    .pluck();
  const removeSome = db.prepare(
    'delete from units where copy_id = @id and id in (select id from units where copy_id = @id order by id limit @excess)',
  );

  /** Returns a store's whole copy, and the one that its answers go into: the same, or one that is on its way. */
  function findCopies(storeId: number): { whole: Copy | null; present: Copy | null } {
    const copies = copiesOf.all(storeId);
    return { whole: copies.find(({ is_whole }) => is_whole) ?? null, present: copies.at(-1) ?? null };
  }

  function dropCopy(id: number): void {
    for (const drop of [dropUnits, dropVariations, dropRow]) drop.run(id);
  }

  function putVariations(copy_id: number, variations: readonly CopiedVariation[]): void {
    for (const { units, ...variation } of variations) {
      removeUnits.run(copy_id, variation.id);
      if (units.length === 0) removeVariation.run(copy_id, variation.id);
      else putVariation.run({ copy_id, ...variation });
      for (const unit of units) putUnit.run({ copy_id, variation_id: variation.id, ...unit });
    }
  }

  /** Makes room for a copy: those of other stores go first. */
  function prune({ id, store_id }: Pick<Copy, 'id' | 'store_id'>): void {
    for (;;) {
      const excess = (count.get() ?? 0) - most;
      if (excess <= 0) return;
      const other = leastUsed.get(store_id);
      if (other === undefined) return void removeSome.run({ id, excess });
      dropCopy(other);
    }
  }

  /** Returns the copy that an answer goes into; null if it does not go on from the present version. */
  function copyFor({ store_id, since, changes }: StoreAnswer): number | null {
    const { whole, present } = findCopies(store_id);
    if ((present?.version ?? null) !== since) return null;
    if (!changes.is_first) return present?.id ?? null;
    if (present && present !== whole) dropCopy(present.id);
    return Number(insertCopy.run(store_id).lastInsertRowid);
  }

  return {
    findCopies,
    dropCopy,
    copied: db.transaction((answer: StoreAnswer): boolean => {
      const { store_id, as_of, changes } = answer;
      const id = copyFor(answer);
      if (id === null) return false;
      putVariations(id, changes.variations);
      letGo.run(store_id);
      for (const { inventory_item_id, locked_by, locked_until, reserved_for } of changes.holds) {
        hold.run(store_id, inventory_item_id, locked_by, locked_until, reserved_for);
      }
      advance.run(changes.version, now(), id);
      if (!changes.has_more) {
        complete.run(as_of, id);
        for (const copy of copiesOf.all(store_id)) if (copy.id !== id) dropCopy(copy.id);
      }
      if (changes.variations.length > 0) prune({ id, store_id });
      return true;
    }),
    forget: db.transaction(({ store_id, ids }: UnitsGone) => {
      for (const copy of copiesOf.all(store_id)) for (const id of ids) remove.run(copy.id, id);
    }),
  };
}

type Counted = Omit<KnownVariation, 'is_identified'> & { copy_id: number; is_identified: 0 | 1 };

/** Returns the variations of the first products that have all words in their names, or that have the barcode. */
function productsNamed(variations: readonly Counted[], search: string): KnownVariation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isNamed = ({ product_name, name, barcode }: Counted) => {
    const text = `${product_name} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word)) || barcode === search.trim();
  };
  const ids = [...new Set(variations.filter(isNamed).map(({ product_id }) => product_id))];
  const shown = new Set(ids.slice(0, PRODUCTS_SHOWN));
  return variations
    .filter(({ product_id }) => shown.has(product_id))
    .map(({ copy_id: _, ...variation }) => ({ ...variation, is_identified: variation.is_identified === 1 }));
}

const NUMBERLESS = 'unit.imei is null and unit.imei2 is null and unit.serial_number is null';

function readsOf(
  db: Database.Database,
  findCopies: (storeId: number) => { whole: Copy | null },
): Pick<StoreCopies, 'find' | 'ofProduct' | 'products'> {
  const columns = [
    ...UNIT.slice(1).map((column) => `unit.${column}`),
    'variation.product_id, variation.product_name, variation.name as variation_name, variation.barcode',
    ...copiedPriceNames.map((price) => `variation.${price}`),
    'variation.warranty_months, variation.warranty_months_used',
    'hold.locked_by, hold.locked_until, hold.reserved_for',
  ].join(', ');
  const withHold = 'left join holds hold on hold.store_id = @store_id and hold.unit_id = unit.id';
  // Indexes are named, as SQLite would read all units of the copy by the primary key.
  const byUnit = (index: string, isIts: string) =>
    db.prepare<object, Row>(`
      select ${columns} from units unit ${index}
      join variations variation on variation.copy_id = unit.copy_id and variation.id = unit.variation_id
      ${withHold} where unit.copy_id = @copy_id and ${isIts}`);
  const ofVariation = `units unit indexed by units_variation
    on unit.copy_id = variation.copy_id and unit.variation_id = variation.id`;
  const nextPiece = (isIts: string) =>
    db.prepare<object, Row>(`
      select ${columns} from variations variation cross join ${ofVariation} ${withHold}
      where variation.copy_id = @copy_id and ${isIts} and ${NUMBERLESS} and unit.category = 'new'
        and unit.id not in (select value from json_each(@not))
      order by hold.unit_id is not null, unit.id limit 1`);
  /** Two phones that differ in the check digit alone may stand there. */
  const byImei = (index: string, imei: string) =>
    byUnit(
      `indexed by ${index}`,
      `unit.${imei} is not null and ${keyOf(`unit.${imei}`)} = @key order by unit.${imei} = @code desc`,
    );
  const byCode = [
    byImei('units_imei_key', 'imei'),
    byImei('units_imei2_key', 'imei2'),
    byUnit('indexed by units_serial', 'unit.serial_number = @code'),
    byUnit('indexed by units_qr', 'unit.qr_code = @code'),
    nextPiece('variation.barcode = @code and unit.qr_code is null'),
  ];
  const byId = byUnit('', 'unit.id = @unit_id');
  const ofKind = nextPiece('variation.id = @variation_id');
  const shown = db.prepare<object, Row>(`
    select * from (
      select ${columns}, row_number() over (
        partition by variation.id order by hold.unit_id is not null, unit.category <> 'new', unit.id
      ) as place
      from variations variation indexed by variations_product cross join ${ofVariation} ${withHold}
      where variation.copy_id = @copy_id and variation.product_id = @product_id
    ) where place <= ${UNITS_SHOWN} order by variation_id, place`);

  const isFree = '(hold.unit_id is null or hold.locked_until <= @now)';
  const counted = db.prepare<object, Counted>(`
    select variation.*, count(*) as units_count, sum(${isFree}) as available,
      sum(${isFree} and unit.category <> 'new') as not_new, max(not (${NUMBERLESS})) as is_identified
    from variations variation cross join ${ofVariation} ${withHold}
    where variation.copy_id = @copy_id group by variation.id order by variation.product_name, variation.id`);

  const toUnit =
    ({ as_of }: Copy) =>
    (row: Row): KnownUnit => {
      const { locked_by, locked_until, reserved_for, variation_id: id, variation_name: name } = row;
      const held = locked_by === null ? null : { locked_by, locked_until, reserved_for };
      return knownUnitOf(row, { ...row, id, name }, { held, as_of });
    };

  return {
    find: (wanted) => {
      const { whole } = findCopies(wanted.store_id);
      if (!whole) return null;
      const given = { copy_id: whole.id, store_id: wanted.store_id };
      let row: Row | undefined;
      if ('unit_id' in wanted) row = byId.get({ ...given, unit_id: wanted.unit_id });
      else {
        const not = JSON.stringify(wanted.not);
        if ('variation_id' in wanted) row = ofKind.get({ ...given, variation_id: wanted.variation_id, not });
        else {
          const { code } = wanted;
          for (const statement of byCode) {
            row = statement.get({ ...given, code, key: imeiKey(code), not });
            if (row) break;
          }
        }
      }
      return row ? toUnit(whole)(row) : null;
    },
    ofProduct: ({ store_id, product_id }) => {
      const { whole } = findCopies(store_id);
      return whole && shown.all({ copy_id: whole.id, store_id, product_id }).map(toUnit(whole));
    },
    products: ({ store_id, search, now }) => {
      const { whole } = findCopies(store_id);
      return whole && productsNamed(counted.all({ copy_id: whole.id, store_id, now }), search);
    },
  };
}
