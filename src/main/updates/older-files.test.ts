import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { draftTables, openDraftCache } from '#main/drafts/draft-cache.ts';
import { openKeptFile } from '#main/disk/kept-file.ts';
import { completeSale } from '#main/offline/complete.ts';
import { openSalesFile, salesTables } from '#main/offline/sales-file.ts';
import { startTillClock } from '#main/offline/till-clock.ts';
import { openPrintJournal, printTables } from '#main/printing/print-journal.ts';
import { aCompletion, enrolment, handClocks, newFolder, SERVER_TIME } from '#tests/support/offline-sales.ts';

// A till goes back to an older version with the files that the newer one wrote: their columns are only ever added.

const { till_key, ...till } = enrolment;
const series = { ...till, letter: 'B' };

type KeptPart = {
  file: string;
  /** Opens the file as a till does, writes to it, and returns what is in it. */
  use: (path: string, name: string) => unknown[];
  /** Columns that files of versions before this one lack. */
  added: string;
};

const parts: KeptPart[] = [
  {
    file: 'drafts.db',
    use: (path, name) => {
      const place = { staff_id: 1, store_id: 1 };
      const onMended = () => expect.unreachable('it is not damaged');
      const cache = openKeptFile(path, { open: openDraftCache, recovers: draftTables, onMended });
      cache.save({ cart_key: name, ...place, saved_at: Date.now(), cart: '{}' });
      cache.journal.write({ key: name, about: name, body: '{}', made_at: Date.now() });
      cache.notes.write({ name: 'sign-in', text: name });
      const found = [...cache.list(place).map(({ cart_key }) => cart_key), cache.notes.read('sign-in')];
      cache.close();
      return found;
    },
    added: '',
  },
  {
    file: 'print-queue.db',
    use: (path, name) => {
      const onMended = () => expect.unreachable('it is not damaged');
      const journal = openKeptFile(path, { open: openPrintJournal, recovers: printTables, onMended });
      const status = { state: 'queued', printer: null, drawer_opened: false, reason: null } as const;
      const document = { kind: 'text', lines: [] } as never;
      journal.add({ job_key: name, ...status, document, open_drawer: false, logo: null });
      journal.noteAnswer(name);
      const found = [...journal.open().map(({ job_key }) => job_key), journal.hasAnswered(name)];
      journal.close();
      return found;
    },
    added: 'alter table print_jobs drop column glyphs',
  },
  {
    file: 'offline.db',
    use: (path, name) => {
      const onMended = () => expect.unreachable('it is not damaged');
      const file = openKeptFile(path, { open: openSalesFile, recovers: salesTables, onMended });
      file.startSeries(series);
      const clock = startTillClock(file.moments(), handClocks().clocks);
      clock.hear(SERVER_TIME);
      const credential = { secret: 's', till, till_key, letter: series.letter, is_ended: false };
      const made = completeSale(
        { file, clock, credential, standsSince: () => null, sentCartWith: () => null, sentOfDraft: () => [] },
        aCompletion({}, { cart_key: name }),
      );
      expect(made).toHaveProperty('sale');
      file.keepMoments(clock.moments());
      const found = file.waiting().map(({ number }) => number);
      file.close();
      return found;
    },
    added:
      'drop table sold; drop index openings; alter table sales drop column shift_id; alter table sales drop column kind',
  },
];

/** Changes a file as a version of the till would. */
function change(path: string, statements: (tables: string[]) => string): void {
  const db = new Database(path);
  const tables = db
    .prepare<[], { name: string }>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'",
    )
    .all();
  db.exec(statements(tables.map(({ name }) => name)));
  db.close();
}

it.each(parts)(
  '$file of a newer till is opened and written by an older one, and the other way round',
  ({ file, use, added }) => {
    const path = join(newFolder(), file);
    const first = use(path, 'first');
    change(path, (tables) =>
      [
        ...tables.map((table) => `alter table ${table} add column added_later text`),
        'create table added_later (id integer primary key) strict',
      ].join(';'),
    );
    const second = use(path, 'second');
    expect(second.length).toBeGreaterThan(0);
    change(path, () => added);
    const third = use(path, 'third');
    for (const value of [first, second].flat())
      if (!['first', 'second'].includes(String(value))) expect(third).toContain(value);
    expect(third.length).toBeGreaterThanOrEqual(second.length);
  },
);
