import type Database from 'better-sqlite3';
import type { Glyph, PrintStatus, Raster } from '#bridge/printing.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { PrintDocument } from '#domain/slip.ts';
import { DAY } from '#domain/store-time.ts';
import { openDatabase } from '../disk/database.ts';

/** A job in the journal; `state` is never `no_printer`, as such jobs are not journaled. */
export type JournalledJob = PrintStatus & {
  document: PrintDocument;
  open_drawer: boolean;
  logo: Raster | null;
  glyphs?: Glyph[] | undefined;
  /** Epoch milliseconds. */
  queued_at: number;
};

/** The jobs of one printer. */
export type PrintJournal = ReturnType<typeof journalOf>;

/** Separates the printers' jobs: an empty roll of labels never delays a receipt. */
type QueueName = 'receipts' | 'labels';

type Row = Omit<JournalledJob, 'document' | 'open_drawer' | 'drawer_opened' | 'logo' | 'glyphs'> & {
  document: string;
  logo: string | null;
  glyphs: string | null;
  open_drawer: number;
  drawer_opened: number;
};

const KEPT_DAYS = 30;

/** The tables whose rows outlive damage to the file. */
export const printTables = ['print_jobs', 'answering_printers'] as const;

/**
 * Keeps every job ever asked for, on disk before its first byte leaves, label jobs beside receipt jobs. Of a job that was
 * printed or taken off the list only key and state stay, so that asking again prints nothing; its document, which names
 * customers, is dropped. Ended jobs are forgotten after 30 days.
 * @param file the SQLite file, or `:memory:`
 * @param now epoch milliseconds
 */
export function openPrintJournal(file: string, now: () => number = Date.now) {
  return openDatabase(file, 'FULL', (db) => printJournalIn(db, now));
}

function makeTables(db: Database.Database, oldest: number): void {
  db.exec(`create table if not exists print_jobs (
    position integer primary key,
    job_key text not null unique,
    queued_at integer not null,
    document text not null,
    open_drawer integer not null,
    state text not null,
    printer text,
    drawer_opened integer not null,
    reason text,
    logo text,
    forgotten integer not null default 0,
    queue text not null default 'receipts',
    glyphs text
  ) strict`);
  bringUpToDate(db);
  db.exec('create table if not exists answering_printers (printer text primary key) strict');
  db.exec('create index if not exists print_jobs_by_state on print_jobs (state, position)');
  db.prepare(
    "delete from print_jobs where queued_at < ? and state in ('confirmed', 'failed', 'unknown')",
  ).run(oldest);
  db.exec(`update print_jobs set document = '', logo = null, glyphs = null
    where document <> '' and (state = 'confirmed' or forgotten)`);
  // A row recovered from a damaged file that cannot be printed would hold up all later ones.
  db.exec(`delete from print_jobs where document <> '' and
    not (json_valid(document) and json_valid(coalesce(logo, 'null')) and json_valid(coalesce(glyphs, 'null')))`);
}

function printJournalIn(db: Database.Database, now: () => number) {
  makeTables(db, now() - KEPT_DAYS * DAY);
  const adopt = db.prepare<[string, string]>(
    "update print_jobs set job_key = ? || '/' || job_key where job_key not glob ? || '/*'",
  );
  const handOver = db.prepare(
    "update print_jobs set queue = 'receipts' where queue = 'labels' and state = 'queued'",
  );
  return {
    ...journalOf(db, now, 'receipts'),
    /** Names the server of the jobs of a till that did not name it in their keys yet. */
    adopt: (tag: string): void => {
      adopt.run(tag, '[0-9a-f]'.repeat(tag.length));
    },
    labels: {
      ...journalOf(db, now, 'labels'),
      /** Moves the waiting jobs of the label printer to the receipt printer. */
      handOver: (): void => {
        handOver.run();
      },
    },
  };
}

/** Keys are known in either queue: asking again prints nothing, whichever printer it would go to now. */
function journalOf(db: Database.Database, now: () => number, queue: QueueName) {
  const insert = db.prepare(`insert into print_jobs
    (queue, job_key, queued_at, document, logo, glyphs, open_drawer, state, printer, drawer_opened, reason)
    values (@queue, @job_key, @queued_at, @document, @logo, @glyphs, @open_drawer, @state, @printer,
      @drawer_opened, @reason)`);
  const update = db.prepare(`update print_jobs
    set state = @state, printer = @printer, drawer_opened = @drawer_opened, reason = @reason,
      document = case when @state = 'confirmed' then '' else document end,
      logo = case when @state = 'confirmed' then null else logo end,
      glyphs = case when @state = 'confirmed' then null else glyphs end
    where job_key = @job_key`);
  const byKey = db.prepare<[string], Row>('select * from print_jobs where job_key = ?');
  const notConfirmed = db.prepare<[QueueName], Row>(
    `select * from print_jobs where state <> 'confirmed' and not forgotten and queue = ?
      order by position desc limit 200`,
  );
  const hide = db.prepare(
    "update print_jobs set forgotten = 1, document = '', logo = null, glyphs = null where job_key = ?",
  );
  const byState = db.prepare<[string, QueueName], Row>(
    'select * from print_jobs where state = ? and queue = ? order by position',
  );
  const answered = db.prepare<[string], unknown>('select 1 from answering_printers where printer = ?');
  const noteAnswered = db.prepare('insert or ignore into answering_printers (printer) values (?)');

  const hideAs = db.transaction((status: PrintStatus) => {
    update.run({ ...status, ...asIntegers(status) });
    hide.run(status.job_key);
  });

  return {
    add: (job: Omit<JournalledJob, 'queued_at'>): JournalledJob => {
      const queued = { ...job, queued_at: now() };
      insert.run({
        ...queued,
        queue,
        ...asIntegers(job),
        document: JSON.stringify(job.document),
        logo: job.logo && JSON.stringify(job.logo),
        glyphs: job.glyphs ? JSON.stringify(job.glyphs) : null,
        open_drawer: Number(job.open_drawer),
      });
      return queued;
    },
    record: (status: PrintStatus): void => {
      update.run({ ...status, ...asIntegers(status) });
    },
    /** Returns a job's status. */
    find: (jobKey: string): PrintStatus | null => {
      const row = byKey.get(jobKey);
      return row ? statusFrom(row) : null;
    },
    /** The job that has waited longest. */
    next: (): JournalledJob | null => {
      const row = byState.get('queued', queue);
      return row ? fromRow(row) : null;
    },
    /** All waiting jobs, the one that has waited longest first. */
    waiting: (): JournalledJob[] => byState.all('queued', queue).map(fromRow),
    /** Jobs that were leaving when the till stopped. */
    cutOff: (): JournalledJob[] => byState.all('sending', queue).map(fromRow),
    /** Jobs neither confirmed nor forgotten, newest first. */
    open: (): JournalledJob[] => notConfirmed.all(queue).map(fromRow),
    /**
     * Takes a job off the list, in its present state. Its key stays known, or asking again would print it and kick the
     * drawer twice.
     */
    hide: (status: PrintStatus): void => {
      hideAs(status);
    },
    /** True if a printer ever reported its status. */
    hasAnswered: (printer: string): boolean => answered.get(printer) !== undefined,
    noteAnswer: (printer: string): void => {
      noteAnswered.run(printer);
    },
    close: (): void => {
      db.close();
    },
  };
}

/** Migrates older journals, which were kept for receipts alone, then without logos, forgetting, labels, or glyphs. */
function bringUpToDate(db: Database.Database): void {
  const rows = db.prepare<[], { name: string }>("select name from pragma_table_info('print_jobs')").all();
  const columns = new Set(rows.map(({ name }) => name));
  if (columns.has('receipt')) db.exec('alter table print_jobs rename column receipt to document');
  if (!columns.has('logo')) db.exec('alter table print_jobs add column logo text');
  if (!columns.has('glyphs')) db.exec('alter table print_jobs add column glyphs text');
  if (!columns.has('forgotten')) {
    db.exec('alter table print_jobs add column forgotten integer not null default 0');
  }
  if (!columns.has('queue')) {
    db.exec("alter table print_jobs add column queue text not null default 'receipts'");
  }
}

/** Reads a document; an older row holds the bare receipt, without the discounts of the whole cart. */
function readDocument(json: string): PrintDocument {
  const kept = JSON.parse(json) as PrintDocument | Omit<ReceiptDocument, 'cart_discounts'>;
  return 'kind' in kept ? kept : { kind: 'receipt', receipt: { cart_discounts: [], ...kept } };
}

const asIntegers = (status: PrintStatus) => ({ drawer_opened: Number(status.drawer_opened) });

const statusFrom = ({ job_key, state, printer, drawer_opened, reason }: Row): PrintStatus => ({
  job_key,
  state,
  printer,
  drawer_opened: drawer_opened === 1,
  reason,
});

function fromRow(row: Row): JournalledJob {
  return {
    ...statusFrom(row),
    document: readDocument(row.document),
    open_drawer: row.open_drawer === 1,
    logo: row.logo === null ? null : (JSON.parse(row.logo) as Raster),
    glyphs: row.glyphs === null ? undefined : (JSON.parse(row.glyphs) as Glyph[]),
    queued_at: row.queued_at,
  };
}
