import type Database from 'better-sqlite3';
import {
  keptOpening,
  keptSale,
  type KeptOpening,
  type KeptSale,
  type SaleWanted,
} from '#bridge/offline-sales.ts';
import { seriesName, type OfflineSeries } from '#domain/offline-sales.ts';
import { referenceKey } from '#domain/payments.ts';
import { DAY } from '#domain/store-time.ts';
import { openDatabase, watchPlace } from '../disk/database.ts';
import { READABLE, soldIn, type Sold } from './sold.ts';
import type { Moments } from './till-clock.ts';

/** Milliseconds that a sale is kept after the server confirmed it. */
const CONFIRMED_KEPT = 30 * DAY;

/** The problem of a sale that the server has, and that a manager settles. */
export const TO_SETTLE = 'A manager settles it';

/** The tables whose rows outlive damage. Not the series: sales may be missing then, and no number may be given twice. */
export const salesTables = ['sales'] as const;

/** A series of numbers as it is printed, and its till in the server's data: another one where those were restored. */
export type Series = OfflineSeries & { till_id: number };

/** A series of a store, and its last number; null for one that the till's file lost. */
export type KnownSeries = Omit<OfflineSeries, 'store_code'> & { last_no: number | null };

/** The number of a new sale in its series, and the hash of the sale before it. */
export type Place = { no: number; previous_hash: string | null };

/** A sale, or the opening of a shift, with the text that is sent of it, word for word. */
export type KeptRow = KeptSale & {
  completion_key: string | null;
  body: string;
  hash: string;
  /** That the server gave the invoice number. */
  invoice_proof: string | null;
};

/** A new row. The other columns come with the server's answer. */
export type NewRow = Omit<
  KeptRow,
  'state' | 'problem' | 'invoice_number' | 'invoice_proof' | 'transaction_id'
>;

/** The server’s answer to a sale, as the file keeps it. */
export type Confirmation = {
  state: 'recorded' | 'kept';
  problem: string | null;
  invoice_number: string | null;
  invoice_proof: string | null;
  transaction_id: number | null;
  shift_id: number | null;
  /** The till that has it in the server's data; null to keep the one that it was made at. */
  till_id: number | null;
  /** Null to keep the till's own paper. */
  receipt: string | null;
  confirmed_at: number;
  epoch: number;
};

/** The names by which the file finds the sale of a cart. */
type SaleOf = Pick<NewRow, 'draft_id' | 'completion_key'> & { cart_key: string | null };

const NO_NAMES: SaleOf = { cart_key: null, draft_id: null, completion_key: null };

export type SalesFile = ReturnType<typeof salesFileIn>;

/** The file lost where a series stands: its credential gives no more numbers. */
export class SeriesLost extends Error {}

function makeTables(db: Database.Database): void {
  db.exec(`
    create table if not exists sales (
      position integer primary key,
      key text not null unique,
      till_id integer not null,
      letter text not null,
      no integer not null,
      number text not null unique,
      store_id integer not null,
      cart_key text not null,
      draft_id integer,
      completion_key text,
      body text not null,
      hash text not null,
      previous_hash text,
      made_at integer not null,
      total integer not null,
      change integer not null,
      state text not null default 'waiting',
      problem text,
      invoice_number text,
      transaction_id integer,
      receipt text not null,
      confirmed_at integer,
      epoch integer
    ) strict;
    create index if not exists sales_by_state on sales (state, position);
    create index if not exists sales_by_epoch on sales (epoch);
    create index if not exists sales_by_cart on sales (cart_key);
    create index if not exists sales_by_draft on sales (draft_id) where draft_id is not null;
    create index if not exists sales_by_completion on sales (completion_key) where completion_key is not null;
    create table if not exists printed_series (
      store_code text not null,
      till_code text not null,
      letter text not null,
      last_no integer not null,
      last_hash text,
      primary key (store_code, till_code, letter)
    ) strict;
    create table if not exists till_state (
      id integer primary key check (id = 1),
      moment integer,
      wall integer,
      answered_at integer,
      epoch integer
    ) strict;
    insert or ignore into till_state (id) values (1);
  `);
  addColumn(db, "kind text not null default 'sale'");
  addColumn(db, 'shift_id integer');
  addColumn(db, 'invoice_proof text');
  addColumn(db, 'is_saved integer not null default 0');
  db.exec("create index if not exists openings on sales (till_id, position) where kind = 'shift'");
}

/** Adds a column that files of older tills lack; those go on without it. */
function addColumn(db: Database.Database, column: string): void {
  const [name] = column.split(' ');
  const has = db.prepare<[string | undefined]>("select 1 from pragma_table_info('sales') where name = ?");
  if (!has.get(name)) db.exec(`alter table sales add column ${column}`);
}

/**
 * Keeps the sales that the till makes without the server, each on the disk (`synchronous=FULL`) when the call returns. What
 * is sent is the kept text; a sale is deleted 30 days after the server confirmed it, never before.
 * @param file the SQLite file, or `:memory:`
 */
export function openSalesFile(file: string) {
  return openDatabase(file, 'FULL', salesFileIn);
}

function salesFileIn(db: Database.Database) {
  makeTables(db);
  const sold = soldIn(db);
  const references = referencesIn(db);
  return {
    ...seriesIn(db, { references, sold }),
    ...lookUpsIn(db),
    soldIn: sold.find,
    usedReferences: references.used,
    ...sendingIn(db, { references, sold }),
    ...momentsIn(db),
    close: (): void => {
      db.close();
    },
  };
}

const KEEP_MOMENTS = 'update till_state set moment = @moment, wall = @wall, answered_at = @answered_at';

/** Look-ups over the sales, kept up to date as sales are added and deleted. */
type Followers = { references: References; sold: Sold };

function seriesIn(db: Database.Database, { references, sold }: Followers) {
  const checkPlace = watchPlace(db);
  const OF_SERIES = 'store_code = @store_code and till_code = @till_code and letter = @letter';
  const start = db.prepare<OfflineSeries & Place>(
    `insert or ignore into printed_series (store_code, till_code, letter, last_no, last_hash)
      values (@store_code, @till_code, @letter, @no, @previous_hash)`,
  );
  const last = db.prepare<OfflineSeries, Place>(
    `select last_no as no, last_hash as previous_hash from printed_series where ${OF_SERIES}`,
  );
  const lastSale = db.prepare<{ name: string }, Place>(
    `select no, hash as previous_hash from sales where number > @name || '-X' and number < @name || '-Y'
      order by no desc limit 1`,
  );
  // Letters go on as A, …, Z, AA.
  const ofStore = db.prepare<[string], KnownSeries>(
    'select till_code, letter, last_no from printed_series where store_code = ? order by length(letter), letter',
  );
  const move = db.prepare<OfflineSeries & Place>(
    `update printed_series set last_no = @no, last_hash = @previous_hash where ${OF_SERIES}`,
  );
  const insert = db.prepare<Series & Place & NewRow>(`insert into sales
    (kind, key, till_id, letter, no, number, store_id, cart_key, draft_id, completion_key, body, hash, previous_hash,
      made_at, total, change, receipt)
    values (@kind, @key, @till_id, @letter, @no, @number, @store_id, @cart_key, @draft_id, @completion_key, @body, @hash,
      @previous_hash, @made_at, @total, @change, @receipt)`);
  const keepMoments = db.prepare<Moments>(KEEP_MOMENTS);

  const add = db.transaction((series: Series, moments: Moments, make: (place: Place) => NewRow): NewRow => {
    const before = last.get(series);
    if (!before) throw new SeriesLost('The file does not know where the series stands');
    const no = before.no + 1;
    const sale = make({ no, previous_hash: before.previous_hash });
    insert.run({ ...sale, ...series, no, previous_hash: before.previous_hash });
    sold.note(sale.key);
    move.run({ ...series, no, previous_hash: sale.hash });
    keepMoments.run(moments);
    checkPlace();
    return sale;
  });

  return {
    hasSeries: (series: OfflineSeries): boolean => last.get(series) !== undefined,
    /** Begins the series of a new credential, or goes on after the last sale of it that the file has. */
    startSeries: (series: OfflineSeries): void => {
      const before = lastSale.get({ name: seriesName(series) });
      start.run({ ...series, ...(before ?? { no: 0, previous_hash: null }) });
    },
    /** Returns the series of a store that the file has, the newest of each till last. */
    seriesOf: (storeCode: string): KnownSeries[] => ofStore.all(storeCode),
    lastNo: (series: OfflineSeries): number => last.get(series)?.no ?? 0,
    /**
     * Writes a sale under the next number of a series, all or nothing. Nothing is written where `make` throws.
     * @throws {SeriesLost} for a series that was not started in this file
     * @throws {FileGone} if the file was deleted while it was open
     */
    add: (series: Series, moments: Moments, make: (place: Place) => NewRow): NewRow => {
      const sale = add.immediate(series, moments, make);
      references.note(sale);
      return sale;
    },
  };
}

type References = ReturnType<typeof referencesIn>;

/** The references of all payments in the file, read once. */
function referencesIn(db: Database.Database) {
  const ofBodies = (sales: string) =>
    `select json_extract(payment.value, '$.reference_number')
      from ${sales} sale, json_each(sale.body, '$.payments') payment
      where json_extract(payment.value, '$.method') <> 'cash'`;
  const ofFile = db.prepare<[], unknown>(ofBodies(READABLE)).pluck();
  const ofBody = db.prepare<[string], unknown>(ofBodies('(select ? as body)')).pluck();
  const keysOf = (found: readonly unknown[]) =>
    found.flatMap((text) => (typeof text === 'string' ? [referenceKey(text)] : []));
  let known: Set<string> | null = null;
  return {
    /** As `referenceKey` spells them. */
    used: (): ReadonlySet<string> => (known ??= new Set(keysOf(ofFile.all()))),
    note: ({ body }: Pick<NewRow, 'body'>): void => {
      for (const key of known ? keysOf(ofBody.all(body)) : []) known?.add(key);
    },
    /** Sales were deleted: the rest is read again. */
    forget: (): void => {
      known = null;
    },
  };
}

type OpeningRow = KeptSale & { shift_id: number | null };

function openingIn(row: OpeningRow | undefined): KeptOpening | null {
  if (!row) return null;
  const { made_at: opened_at, total: amount, receipt, ...kept } = row;
  try {
    return keptOpening.parse({ ...kept, opened_at, amount, ...(JSON.parse(receipt) as object) });
  } catch {
    return null;
  }
}

function lookUpsIn(db: Database.Database) {
  const ofCart = db.prepare<SaleOf, KeptSale & { body: string }>(`select * from sales
    where cart_key = @cart_key or completion_key = @completion_key
      or (draft_id = @draft_id and (state <> 'recorded' or coalesce(transaction_id, draft_id) = draft_id))
    order by position limit 1`);
  const ofKey = db.prepare<[string]>('select * from sales where key = ?');
  const ofStore = db.prepare<[number]>(
    "select * from sales where kind = 'sale' and store_id = ? order by position desc limit 1",
  );
  const lastOpening = db.prepare<[string], OpeningRow>(
    "select * from sales where kind = 'shift' and number glob ? || '[A-Z]*' order by position desc limit 1",
  );
  const any = db.prepare<[], number>('select exists (select 1 from sales)').pluck();
  const all = db.prepare<[number]>(
    `select * from sales where confirmed_at is null or confirmed_at > ? order by position desc`,
  );
  const rowOf = (wanted: SaleWanted): unknown => {
    if ('key' in wanted) return ofKey.get(wanted.key);
    return 'store_id' in wanted ? ofStore.get(wanted.store_id) : ofCart.get({ ...NO_NAMES, ...wanted });
  };
  return {
    /**
     * The sale that was made of a cart, its draft, or a completion that was not answered. A draft that the server recorded as
     * another sale goes on.
     */
    saleOf: (cart: SaleOf): (KeptSale & { body: string }) | null => ofCart.get(cart) ?? null,
    /** The last shift that was opened at a till without the server; null without one, or where it cannot be read. */
    opening: (till: Omit<OfflineSeries, 'letter'>): KeptOpening | null =>
      openingIn(lastOpening.get(seriesName({ ...till, letter: '' }))),
    /** True if the file has any sale. */
    hasSales: (): boolean => any.get() === 1,
    /** One sale; null for one that is not there or cannot be read. */
    sale: (wanted: SaleWanted): KeptSale | null => keptSale.safeParse(rowOf(wanted)).data ?? null,
    /** The sales that wait or were confirmed in the last 30 days, newest first. Rows that cannot be read are left out. */
    sales: (now: number): KeptSale[] =>
      all.all(now - CONFIRMED_KEPT).flatMap((row) => keptSale.safeParse(row).data ?? []),
  };
}

function sendingIn(db: Database.Database, { references, sold }: Followers) {
  const count = db.prepare<[], number>("select count(*) from sales where state = 'waiting'").pluck();
  const unsaved = db
    .prepare<[], number>("select count(*) from sales where state = 'waiting' and is_saved = 0")
    .pluck();
  const save = db.prepare<[string]>('update sales set is_saved = 1 where key = ?');
  const saveAll = db.transaction((sales: readonly Pick<KeptRow, 'key'>[]) => {
    for (const { key } of sales) save.run(key);
  });
  const waiting = db.prepare<[], KeptRow>("select * from sales where state = 'waiting' order by position");
  // In two ranges, which the index finds.
  const lost = db.prepare<[], KeptRow>(`select * from sales where position = (
    select min(position) from (
      select min(position) as position from sales where epoch < (select epoch from till_state)
      union all
      select min(position) from sales where epoch > (select epoch from till_state)))`);
  const first = db.prepare<[], KeptRow>(
    "select * from sales where state = 'waiting' order by position limit 1",
  );
  const update = db.prepare<Confirmation & { key: string }>(`update sales
    set state = @state, problem = @problem, invoice_number = @invoice_number, invoice_proof = @invoice_proof,
      transaction_id = @transaction_id, shift_id = @shift_id, till_id = coalesce(@till_id, till_id),
      receipt = coalesce(@receipt, receipt), confirmed_at = @confirmed_at, epoch = @epoch
    where key = @key`);
  const noteProblem = db.prepare<[string | null, string]>('update sales set problem = ? where key = ?');
  // Rows that stay as they are cost no write.
  const noteOpen = db.prepare<{ till_id: number; keys: string }>(`update sales set problem = told.problem
    from (select position as at, iif(key in (select value from json_each(@keys)), '${TO_SETTLE}', null) as problem
      from sales) told
    where position = told.at and sales.problem is not told.problem
      and till_id = @till_id and state <> 'waiting' and epoch = (select epoch from till_state)`);
  const removeOld = db.prepare<[number]>(
    `delete from sales where state <> 'waiting' and confirmed_at <= ?
      and epoch = (select epoch from till_state)`,
  );
  const lastSent = db
    .prepare<[], string>(
      'select key from sales where epoch = (select epoch from till_state) order by position desc limit 1',
    )
    .pluck();
  // Numbers have leading zeros, and grow longer.
  const lastProof = db
    .prepare<[number], string>(
      `select invoice_proof from sales where store_id = ? and invoice_proof is not null
        order by length(invoice_number) desc, invoice_number desc limit 1`,
    )
    .pluck();
  const readEpoch = db.prepare<[], number | null>('select epoch from till_state').pluck();
  const setEpoch = db.prepare<[number]>('update till_state set epoch = ?');
  const confirm = db.transaction((key: string, confirmation: Confirmation) => {
    update.run({ ...confirmation, key });
    setEpoch.run(confirmation.epoch);
    if (removeOld.run(confirmation.confirmed_at - CONFIRMED_KEPT).changes === 0) return;
    references.forget();
    sold.forget();
  });
  return {
    waitingCount: (): number => count.get() ?? 0,
    waiting: (): KeptRow[] => waiting.all(),
    /** The count of those that are in no file for a manager yet. */
    waitingUnsaved: (): number => unsaved.get() ?? 0,
    /** Notes that some sales were saved to a file, for a manager to send. */
    noteSaved: (sales: readonly Pick<KeptRow, 'key'>[]): void => {
      saveAll.immediate(sales);
    },
    /** The sale that is to be sent next, those first whose confirmation the server has lost; null if none is. */
    nextToSend: (): KeptRow | null => lost.get() ?? first.get() ?? null,
    /** Takes the server's answer, in which it names the epoch of its data. */
    confirm: (key: string, confirmation: Confirmation): void => {
      confirm.immediate(key, confirmation);
    },
    noteProblem: (key: string, problem: string | null): void => {
      noteProblem.run(problem, key);
    },
    /** Takes the keys of what a till made that stands to settle in the server's present data; all else there is settled. */
    noteToSettle: (till_id: number, keys: readonly string[]): void => {
      noteOpen.run({ till_id, keys: JSON.stringify(keys) });
    },
    /** The key of what the server confirmed last in the present epoch: later ones come later, and what is sent again before them. */
    lastSent: (): string | null => lastSent.get() ?? null,
    /** What proves the highest invoice number that the file has of a store; null without any. */
    lastInvoiceProof: (storeId: number): string | null => lastProof.get(storeId) ?? null,
    /** The epoch of the server's data; sales that were confirmed in another one are to be sent again. */
    epoch: (): number | null => readEpoch.get() ?? null,
    useEpoch: (epoch: number): void => {
      setEpoch.run(epoch);
    },
  };
}

function momentsIn(db: Database.Database) {
  const read = db.prepare<[], Moments>(
    'select moment, wall, answered_at from till_state where moment is not null',
  );
  const write = db.prepare<Moments>(KEEP_MOMENTS);
  return {
    moments: (): Moments | null => read.get() ?? null,
    keepMoments: (moments: Moments): void => {
      write.run(moments);
    },
  };
}
