import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrintJob, PrintStatus } from '#bridge/printing.ts';
import type { PrinterSettings } from '#bridge/settings.ts';
import { glyphsLike, readDrawn } from '#tests/support/drawn-letters.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { aReceipt, aSlip } from '#tests/support/receipts.ts';
import { log } from '../app/log.ts';
import { memoryTransport } from '#tests/support/memory-transport.ts';
import { openPrintJournal, type PrintJournal } from './print-journal.ts';
import { startPrintQueue, type PrintQueue } from './print-queue.ts';

const settings: PrinterSettings = {
  connection: { kind: 'network', host: '192.168.1.50', port: 9100 },
  columns: 48,
  code_page: 'cp858',
  cutter: true,
  drawer_pin: 2,
  asks_status: false,
};
const job = (key: string, overrides: Partial<PrintJob> = {}): PrintJob => ({
  job_key: key,
  document: { kind: 'receipt', receipt: aReceipt() },
  open_drawer: true,
  logo: null,
  ...overrides,
});

const MINUTE = 60_000;
/** Epoch milliseconds of every test's clock. */
let now = 0;
/** Milliseconds passed, independent of changes to the clock. */
let uptime = 0;

/** A queue with the test's clock: `tick` runs the waiting timers and returns their delay. */
function bench(journal: PrintJournal) {
  const printer = memoryTransport();
  const heard: PrintStatus[] = [];
  const setup = { printer: settings as PrinterSettings | null };
  let waiting: { milliseconds: number; then: () => void } | null = null;
  const queue = startPrintQueue({
    journal,
    readPrinter: () => setup.printer,
    connect: () => printer,
    onStatus: (status) => heard.push(status),
    now: () => now,
    uptime: () => uptime,
    after: (milliseconds, then) => {
      waiting = { milliseconds, then };
      return () => {
        waiting = null;
      };
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const tick = async () => {
    const due = waiting;
    waiting = null;
    now += due?.milliseconds ?? 0;
    due?.then();
    await settle();
    return due?.milliseconds ?? null;
  };
  const states = (key: string) => heard.filter((status) => status.job_key === key).map(({ state }) => state);
  return { queue, printer, heard, setup, tick, settle, states };
}

let journal: PrintJournal;
beforeEach(() => {
  uptime = 0;
  now = Date.parse('2026-11-21T06:36:00Z');
  journal = openPrintJournal(':memory:', () => now);
});

describe('a printer that is on', () => {
  it('takes a job through queued, sending and confirmed, and opens the drawer', async () => {
    const { queue, printer, states, settle, heard } = bench(journal);
    queue.print(job('a'));
    await settle();
    expect(states('a')).toEqual(['queued', 'sending', 'confirmed']);
    expect(heard.at(-1)).toMatchObject({ drawer_opened: true, printer: '192.168.1.50', reason: null });
    expect(printer.jobs).toHaveLength(1);
  });

  it('prints a key once, also when it is asked for again later', async () => {
    const { queue, printer, settle } = bench(journal);
    queue.print(job('a'));
    queue.print(job('a'));
    await settle();
    expect(queue.print(job('a')).state).toBe('confirmed');
    await settle();
    expect(printer.jobs).toHaveLength(1);
  });

  it('prints in the order of asking', async () => {
    const { queue, printer, settle } = bench(journal);
    for (const [index, key] of ['a', 'b', 'c'].entries())
      queue.print(job(key, { document: { kind: 'receipt', receipt: aReceipt({ qr: `TXN:${index}` }) } }));
    await settle();
    expect(printer.jobs.flatMap((bytes) => decodeEscPos(bytes).qr)).toEqual(['TXN:0', 'TXN:1', 'TXN:2']);
  });
});

describe('a printer that is off', () => {
  it('lets the job wait with a reason and prints it within two seconds of its return', async () => {
    const { queue, printer, tick, settle, heard } = bench(journal);
    printer.mood = 'off';
    queue.print(job('a'));
    await settle();
    expect(heard.at(-1)).toMatchObject({ state: 'queued', reason: 'The printer does not answer' });
    for (let tries = 0; tries < 60; tries++) expect(await tick()).toBe(1_000);
    printer.mood = 'on';
    await tick();
    expect(heard.at(-1)).toMatchObject({ state: 'confirmed', drawer_opened: true });
    expect(printer.jobs).toHaveLength(1);
    expect(await tick()).toBeNull();
  });

  it('is tried ever more slowly when nobody has come for five minutes', async () => {
    const { queue, printer, tick, settle } = bench(journal);
    printer.mood = 'off';
    queue.print(job('a'));
    await settle();
    now += 5 * MINUTE;
    const waits = [];
    for (let tries = 0; tries < 7; tries++) waits.push(await tick());
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    queue.wake();
    await settle();
    expect(await tick()).toBe(1_000);
  });

  it('tells once why, and tells it of everything that waits', async () => {
    const { queue, printer, tick, settle, heard, states } = bench(journal);
    printer.mood = 'off';
    queue.print(job('a'));
    queue.print(job('b'));
    await settle();
    for (let tries = 0; tries < 5; tries++) await tick();
    expect([states('a'), states('b')]).toEqual([
      ['queued', 'queued'],
      ['queued', 'queued'],
    ]);
    expect(heard.filter(({ reason }) => reason === 'The printer does not answer')).toHaveLength(2);
  });

  it('is asked again at once when another receipt comes, and keeps the order', async () => {
    const { queue, printer, settle, states } = bench(journal);
    printer.mood = 'off';
    queue.print(job('a'));
    await settle();
    printer.mood = 'on';
    queue.print(job('b'));
    await settle();
    expect(printer.jobs).toHaveLength(2);
    expect(states('a').at(-1)).toBe('confirmed');
  });
});

describe('the drawer', () => {
  const kicks = (printer: { jobs: Uint8Array[] }) =>
    printer.jobs.flatMap((bytes) => decodeEscPos(bytes).pulses).length;

  it.each([
    [2 * MINUTE, 1],
    [2 * MINUTE + 1, 0],
  ])('of a sale that waited %i ms for its paper is kicked %i times', async (waited, times) => {
    const { queue, printer, settle, heard } = bench(journal);
    printer.mood = 'off';
    queue.print(job('a'));
    await settle();
    now += waited;
    printer.mood = 'on';
    queue.wake();
    await settle();
    expect(heard.at(-1)).toMatchObject({ state: 'confirmed', drawer_opened: times === 1 });
    expect(printer.jobs).toHaveLength(1);
    expect(kicks(printer)).toBe(times);
  });

  it.each([
    ['to before the sale', -5 * MINUTE],
    ['to just after the sale', MINUTE],
  ])('of an hour ago stays shut when the clock is set back %s', async (_name, sinceSale) => {
    const { queue, printer, settle } = bench(journal);
    printer.mood = 'off';
    queue.print(job('a'));
    await settle();
    uptime += 60 * MINUTE;
    now += sinceSale;
    printer.mood = 'on';
    queue.wake();
    await settle();
    expect(printer.jobs).toHaveLength(1);
    expect(kicks(printer)).toBe(0);
  });

  it('of a sale before the till was started stays shut when the clock stands before that sale', async () => {
    const first = bench(journal);
    first.printer.mood = 'off';
    first.queue.print(job('a'));
    await first.settle();
    first.queue.stop();
    now -= MINUTE;
    const second = bench(journal);
    second.queue.resume();
    await second.settle();
    expect(second.printer.jobs).toHaveLength(1);
    expect(kicks(second.printer)).toBe(0);
  });

  it('is kicked once for a sale, however often the till stops and the sale is asked for again', async () => {
    const first = bench(journal);
    first.printer.mood = 'off';
    first.queue.print(job('a'));
    await first.settle();
    first.queue.stop();
    const second = bench(journal);
    second.queue.resume();
    await second.settle();
    second.queue.stop();
    const third = bench(journal);
    third.queue.resume();
    third.queue.print(job('a'));
    await third.settle();
    expect([first, second, third].map(({ printer }) => kicks(printer))).toEqual([0, 1, 0]);
  });
});

describe('the list', () => {
  const keys = (queue: PrintQueue) => queue.list().map(({ job_key }) => job_key);

  it('holds what waits and what was not confirmed, the newest first, each with its name and time', async () => {
    const { queue, printer, settle } = bench(journal);
    queue.print(job('printed'));
    await settle();
    printer.mood = 'resets';
    queue.print(job('broken off'));
    await settle();
    printer.mood = 'off';
    now += MINUTE;
    queue.print(job('waits', { document: { kind: 'slip', slip: aSlip() } }));
    await settle();
    expect(queue.list()).toEqual([
      expect.objectContaining({ job_key: 'waits', state: 'queued', title: 'Refund', queued_at: now }),
      expect.objectContaining({ job_key: 'broken off', state: 'unknown', title: 'MNL-01-000123' }),
    ]);
  });

  it('forgets a job that waits: it is never printed, and says so', async () => {
    const { queue, printer, settle, heard } = bench(journal);
    printer.mood = 'off';
    queue.print(job('a'));
    queue.print(job('b'));
    await settle();
    queue.forget('a');
    expect(heard.at(-1)).toMatchObject({
      job_key: 'a',
      state: 'failed',
      reason: 'The printer does not answer',
    });
    expect(keys(queue)).toEqual(['b']);
    printer.mood = 'on';
    queue.wake();
    await settle();
    expect(printer.jobs).toHaveLength(1);
    expect(keys(queue)).toEqual([]);
  });

  it('forgets an unknown job without ever printing its key again', async () => {
    const { queue, printer, settle } = bench(journal);
    printer.mood = 'resets';
    queue.print(job('a'));
    await settle();
    queue.forget('a');
    expect(queue.list()).toEqual([]);
    printer.mood = 'on';
    expect(queue.print(job('a')).state).toBe('unknown');
    await settle();
    expect(printer.jobs).toHaveLength(0);
  });

  it('forgets a job while its printer is being asked: no byte of it leaves', async () => {
    const { queue, printer, settle, states } = bench(journal);
    const send = printer.send;
    printer.send = async (bytes, onFirstByte) => {
      queue.forget('a');
      return send(bytes, onFirstByte);
    };
    queue.print(job('a'));
    await settle();
    expect(states('a')).toEqual(['queued', 'failed']);
    expect(printer.jobs).toHaveLength(0);
  });

  it('keeps a job that is leaving', async () => {
    const { queue, printer, settle, states } = bench(journal);
    const send = printer.send;
    printer.send = (bytes, onFirstByte) =>
      send(bytes, () => {
        onFirstByte();
        queue.forget('a');
      });
    queue.print(job('a'));
    await settle();
    expect(states('a')).toEqual(['queued', 'sending', 'confirmed']);
  });
});

it('says which print queue took a job', async () => {
  const { queue, printer, settle, heard } = bench(journal);
  printer.taken = 'spooled';
  queue.print(job('a'));
  await settle();
  expect(heard.at(-1)).toMatchObject({
    state: 'confirmed',
    reason: 'The print queue 192.168.1.50 took it',
  });
});

it('prints the logo above a document', async () => {
  const { queue, printer, settle } = bench(journal);
  queue.print(job('a', { logo: { width: 8, height: 2, bits: Buffer.of(0xf0, 0x0f).toString('base64') } }));
  await settle();
  expect(printer.jobs.map((bytes) => decodeEscPos(bytes).pictures)).toEqual([
    [{ width: 8, rows: ['####    ', '    ####'], centred: true, afterRows: 0 }],
  ]);
});

it('prints letters that no code page has as pictures, also after a restart, and keeps none of them', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'journal-')), 'print-queue.db');
  const name = 'Load \u20b1100 手';
  const glyphs = glyphsLike(name);
  const [line] = aReceipt().lines;
  const receipt = aReceipt({ lines: line ? [{ ...line, name }] : [] });
  const before = bench(openPrintJournal(file, () => now));
  before.printer.mood = 'off';
  before.queue.print(job('a', { document: { kind: 'receipt', receipt }, glyphs }));
  await before.settle();
  before.queue.stop();
  const { queue, printer, settle } = bench(openPrintJournal(file, () => now));
  queue.resume();
  await settle();
  const [picture] = decodeEscPos(printer.jobs[0] ?? new Uint8Array()).pictures;
  expect(readDrawn(picture, glyphs)).toBe(name);
  expect(new Database(file).prepare('select glyphs from print_jobs').pluck().all()).toEqual([null]);
});

it('takes a journal from before there were such letters', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'journal-')), 'print-queue.db');
  const former = bench(openPrintJournal(file, () => now));
  former.printer.mood = 'off';
  former.queue.print(job('a'));
  await former.settle();
  former.queue.stop();
  new Database(file).exec('alter table print_jobs drop column glyphs');
  const { queue, settle, states } = bench(openPrintJournal(file, () => now));
  queue.resume();
  await settle();
  expect(states('a')).toEqual(['sending', 'confirmed']);
});

it.each(['stalls', 'resets'] as const)(
  'a printer that %s leaves the job unknown, not repeated',
  async (mood) => {
    const { queue, printer, tick, settle, heard } = bench(journal);
    printer.mood = mood;
    queue.print(job('a'));
    await settle();
    expect(heard.at(-1)).toMatchObject({ state: 'unknown', drawer_opened: true });
    printer.mood = 'on';
    expect(await tick()).toBeNull();
    expect(queue.print(job('a')).state).toBe('unknown');
    await settle();
    expect(printer.jobs).toHaveLength(0);
  },
);

describe('without a printer', () => {
  it('answers no_printer and keeps nothing', async () => {
    const { queue, setup, settle } = bench(journal);
    setup.printer = null;
    expect(queue.print(job('a'))).toMatchObject({ state: 'no_printer', printer: null });
    setup.printer = settings;
    expect(queue.print(job('a')).state).toBe('queued');
    await settle();
  });

  it('keeps what waited for a printer that was taken away', async () => {
    const { queue, printer, setup, tick, settle, heard } = bench(journal);
    printer.mood = 'off';
    queue.print(job('a'));
    await settle();
    setup.printer = null;
    await tick();
    expect(heard.at(-1)).toMatchObject({ state: 'queued', reason: 'No printer is set up' });
  });
});

describe('after a crash', () => {
  const seen = (state: PrintStatus['state'], key: string) => {
    const status = { job_key: key, state, printer: '192.168.1.50', drawer_opened: false, reason: null };
    journal.add({
      ...status,
      document: { kind: 'receipt', receipt: aReceipt() },
      open_drawer: true,
      logo: null,
    });
  };

  it('calls a job unknown that was leaving, and prints the one that waited', async () => {
    seen('sending', 'leaving');
    seen('queued', 'waiting');
    const { queue, printer, settle, states, heard } = bench(journal);
    queue.resume();
    await settle();
    expect(states('leaving')).toEqual(['unknown']);
    expect(heard[0]?.reason).toBe('The till stopped in the middle of this receipt');
    expect(states('waiting')).toEqual(['sending', 'confirmed']);
    expect(printer.jobs).toHaveLength(1);
  });
});

describe('what the journal keeps of a job that is done', () => {
  const kept = (file: string) => readFileSync(file, 'latin1') + readFileSync(`${file}-wal`, 'latin1');
  const withName = (name: string) => {
    const receipt = aReceipt();
    return job(name, { document: { kind: 'receipt', receipt: { ...receipt, staff_name: name } } });
  };

  it('is its key and its state; the document is gone when it was printed, or taken off the list', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'journal-')), 'print-queue.db');
    const onDisk = openPrintJournal(file, () => now);
    const { queue, printer, settle } = bench(onDisk);
    queue.print(withName('Maria Printed'));
    await settle();
    printer.mood = 'resets';
    queue.print(withName('Jose Unknown'));
    await settle();
    queue.forget('Jose Unknown');
    printer.mood = 'off';
    queue.print(withName('Ana Waits'));
    await settle();
    const db = new Database(file);
    const rows = db.prepare('select job_key, state, document, logo from print_jobs order by position').all();
    expect(rows).toEqual([
      { job_key: 'Maria Printed', state: 'confirmed', document: '', logo: null },
      { job_key: 'Jose Unknown', state: 'unknown', document: '', logo: null },
      { job_key: 'Ana Waits', state: 'queued', document: expect.stringContaining('Ana Waits'), logo: null },
    ]);
    db.close();
    expect(queue.print(withName('Maria Printed')).state).toBe('confirmed');
  });

  it('is blanked in a journal that kept it', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'journal-')), 'print-queue.db');
    const former = openPrintJournal(file, () => now);
    const status = {
      job_key: 'a',
      state: 'queued',
      printer: null,
      drawer_opened: false,
      reason: null,
    } as const;
    former.add({ ...status, document: withName('Maria').document, open_drawer: false, logo: null });
    former.close();
    new Database(file).exec("update print_jobs set state = 'confirmed'");
    openPrintJournal(file, () => now);
    expect(kept(file)).not.toContain('Maria');
    expect(new Database(file).prepare('select document from print_jobs').pluck().all()).toEqual(['']);
  });
});

describe('a disk that takes no more', () => {
  /** A journal whose disk can be filled and given room again. */
  function fillable() {
    const file = join(mkdtempSync(join(tmpdir(), 'journal-')), 'print-queue.db');
    const onDisk = openPrintJournal(file, () => now);
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const disk = { isFull: false };
    const write =
      <Given, Result>(work: (given: Given) => Result) =>
      (given: Given): Result => {
        if (disk.isFull) throw full;
        return work(given);
      };
    const { add, record, hide } = onDisk;
    return { disk, journal: { ...onDisk, add: write(add), record: write(record), hide: write(hide) } };
  }
  const reason = 'This computer’s disk is full';
  let logged: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    logged = vi.spyOn(log, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });

  it('fails a job with that reason and without a printer, and prints it when it is asked for again', async () => {
    const { disk, journal: filled } = fillable();
    const { queue, printer, settle } = bench(filled);
    disk.isFull = true;
    expect(queue.print(job('a'))).toMatchObject({ state: 'failed', printer: null, reason });
    disk.isFull = false;
    expect(queue.print(job('a')).state).toBe('queued');
    await settle();
    expect(printer.jobs).toHaveLength(1);
  });

  it('lets what waits wait, says why, and goes on by itself when there is room', async () => {
    const { disk, journal: filled } = fillable();
    const { queue, printer, settle, tick, heard } = bench(filled);
    queue.print(job('a'));
    disk.isFull = true;
    await settle();
    expect(heard.at(-1)).toMatchObject({ job_key: 'a', state: 'queued', reason });
    expect(printer.jobs).toEqual([]);
    disk.isFull = false;
    await tick();
    expect(heard.at(-1)).toMatchObject({ job_key: 'a', state: 'confirmed' });
  });

  it('tells of a receipt that was printed, though it cannot be written down', async () => {
    const { disk, journal: filled } = fillable();
    const { queue, printer, settle, heard } = bench(filled);
    const send = printer.send;
    printer.send = (bytes, onFirstByte) =>
      send(bytes, () => {
        onFirstByte();
        disk.isFull = true;
      });
    queue.print(job('a'));
    await settle();
    expect(heard.at(-1)).toMatchObject({ state: 'confirmed', drawer_opened: true });
    expect(printer.jobs).toHaveLength(1);
  });
});

it('calls a receipt failed that cannot be encoded, and goes on', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
  const { queue, printer, settle, heard } = bench(journal);
  queue.print(job('a', { document: { kind: 'receipt', receipt: aReceipt({ time_zone: 'Nowhere/Else' }) } }));
  queue.print(job('b'));
  await settle();
  expect(heard.find(({ state }) => state === 'failed')).toMatchObject({
    job_key: 'a',
    reason: 'This receipt cannot be printed',
  });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  expect(printer.jobs).toHaveLength(1);
});

it('prints slips between receipts, in the order of asking', async () => {
  const { queue, printer, settle, heard } = bench(journal);
  queue.print(job('a'));
  queue.print(job('b', { document: { kind: 'slip', slip: aSlip() }, open_drawer: false }));
  await settle();
  expect(heard.at(-1)).toMatchObject({ job_key: 'b', state: 'confirmed', drawer_opened: false });
  expect(printer.jobs.map((bytes) => decodeEscPos(bytes).qr.length)).toEqual([1, 0]);
});

describe('a journal of the days when it held receipts alone', () => {
  it('prints the receipt that waited, and goes on with slips', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'journal-')), 'print-queue.db');
    const { cart_discounts: _later, ...old } = aReceipt();
    const db = new Database(file);
    db.exec(`create table print_jobs (position integer primary key, job_key text not null unique,
      queued_at integer not null, receipt text not null, open_drawer integer not null, state text not null,
      printer text, drawer_opened integer not null, reason text) strict`);
    db.prepare("insert into print_jobs values (1, 'old', ?, ?, 0, 'queued', null, 0, null)").run(
      Date.now(),
      JSON.stringify(old),
    );
    db.close();

    const { queue, printer, settle, states } = bench(openPrintJournal(file));
    queue.resume();
    queue.print(job('new', { document: { kind: 'slip', slip: aSlip() } }));
    await settle();
    expect([states('old').at(-1), states('new').at(-1)]).toEqual(['confirmed', 'confirmed']);
    expect(decodeEscPos(printer.jobs[0] ?? new Uint8Array()).qr).toEqual(['TXN:456']);
  });
});
