import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrinterSettings, PrintJob, PrintStatus } from '#bridge/till.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { aReceipt } from '#tests/support/receipts.ts';
import { memoryTransport } from './memory-transport.ts';
import { openPrintJournal, type PrintJournal } from './print-journal.ts';
import { startPrintQueue } from './print-queue.ts';

const settings: PrinterSettings = {
  host: '192.168.1.50',
  port: 9100,
  columns: 48,
  cutter: true,
  drawer_pin: 2,
};
const job = (key: string, overrides: Partial<PrintJob> = {}): PrintJob => ({
  job_key: key,
  receipt: aReceipt(),
  open_drawer: true,
  ...overrides,
});

/** A queue whose clock the test holds: `tick` runs what waits and answers how long it was to wait. */
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
    due?.then();
    await settle();
    return due?.milliseconds ?? null;
  };
  const states = (key: string) => heard.filter((status) => status.job_key === key).map(({ state }) => state);
  return { queue, printer, heard, setup, tick, settle, states };
}

let journal: PrintJournal;
beforeEach(() => {
  journal = openPrintJournal(':memory:');
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
      queue.print(job(key, { receipt: aReceipt({ qr: `TXN:${index}` }) }));
    await settle();
    expect(printer.jobs.flatMap((bytes) => decodeEscPos(bytes).qr)).toEqual(['TXN:0', 'TXN:1', 'TXN:2']);
  });
});

describe('a printer that is off', () => {
  it('lets the job wait with a reason and tries again, ever more slowly, until it prints', async () => {
    const { queue, printer, tick, settle, heard } = bench(journal);
    printer.mood = 'off';
    queue.print(job('a'));
    await settle();
    expect(heard.at(-1)).toMatchObject({ state: 'queued', reason: 'The printer does not answer' });
    const waits = [];
    for (let tries = 0; tries < 6; tries++) waits.push(await tick());
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    printer.mood = 'on';
    await tick();
    expect(heard.at(-1)).toMatchObject({ state: 'confirmed', drawer_opened: true });
    expect(printer.jobs).toHaveLength(1);
    expect(await tick()).toBeNull();
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
    journal.add({ ...status, receipt: aReceipt(), open_drawer: true });
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

it('calls a receipt failed that cannot be encoded, and goes on', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { queue, printer, settle, heard } = bench(journal);
  queue.print(job('a', { receipt: aReceipt({ time_zone: 'Nowhere/Else' }) }));
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
