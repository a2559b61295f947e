import Database from 'better-sqlite3';
import type { PrintStatus } from '#bridge/till.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';

/** What the journal knows of a job; `state` is never `no_printer`, for such jobs are not journalled. */
export type JournalledJob = PrintStatus & { receipt: ReceiptDocument; open_drawer: boolean };

export type PrintJournal = ReturnType<typeof openPrintJournal>;

type Row = Omit<JournalledJob, 'receipt' | 'open_drawer' | 'drawer_opened'> & {
  receipt: string;
  open_drawer: number;
  drawer_opened: number;
};

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Every job ever asked for, on disk before its first byte leaves. Jobs that ended are forgotten after 30 days.
 * @param file the SQLite file, or `:memory:`
 * @param now epoch milliseconds
 */
export function openPrintJournal(file: string, now: () => number = Date.now) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`create table if not exists print_jobs (
    position integer primary key,
    job_key text not null unique,
    queued_at integer not null,
    receipt text not null,
    open_drawer integer not null,
    state text not null,
    printer text,
    drawer_opened integer not null,
    reason text
  ) strict`);
  db.prepare(
    "delete from print_jobs where queued_at < ? and state in ('confirmed', 'failed', 'unknown')",
  ).run(now() - KEPT_DAYS * DAY_MS);

  const insert = db.prepare(`insert into print_jobs
    (job_key, queued_at, receipt, open_drawer, state, printer, drawer_opened, reason)
    values (@job_key, @queued_at, @receipt, @open_drawer, @state, @printer, @drawer_opened, @reason)`);
  const update = db.prepare(`update print_jobs
    set state = @state, printer = @printer, drawer_opened = @drawer_opened, reason = @reason
    where job_key = @job_key`);
  const byKey = db.prepare<[string], Row>('select * from print_jobs where job_key = ?');
  const byState = db.prepare<[string], Row>('select * from print_jobs where state = ? order by position');

  return {
    add: (job: JournalledJob): void => {
      insert.run({
        ...job,
        ...asIntegers(job),
        receipt: JSON.stringify(job.receipt),
        open_drawer: Number(job.open_drawer),
        queued_at: now(),
      });
    },
    record: (status: PrintStatus): void => {
      update.run({ ...status, ...asIntegers(status) });
    },
    find: (jobKey: string): JournalledJob | null => read(byKey.get(jobKey)),
    /** The job that has waited longest. */
    next: (): JournalledJob | null => read(byState.get('queued')),
    /** Jobs that were leaving when the till stopped. */
    cutOff: (): JournalledJob[] => byState.all('sending').map(fromRow),
    close: (): void => {
      db.close();
    },
  };
}

const asIntegers = (status: PrintStatus) => ({ drawer_opened: Number(status.drawer_opened) });

const read = (row: Row | undefined) => (row ? fromRow(row) : null);

function fromRow(row: Row): JournalledJob {
  return {
    job_key: row.job_key,
    state: row.state,
    printer: row.printer,
    drawer_opened: row.drawer_opened === 1,
    reason: row.reason,
    receipt: JSON.parse(row.receipt) as ReceiptDocument,
    open_drawer: row.open_drawer === 1,
  };
}
