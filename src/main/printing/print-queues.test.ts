import { beforeEach, expect, it } from 'vitest';
import type { PrintJob, PrintStatus } from '#bridge/printing.ts';
import type { PrinterSettings } from '#bridge/settings.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { memoryTransport } from '#tests/support/memory-transport.ts';
import { aReceipt } from '#tests/support/receipts.ts';
import { openPrintJournal } from './print-journal.ts';
import { startPrintQueue } from './print-queue.ts';
import { startPrintQueues } from './print-queues.ts';

// The till's printers beside a move to another server: ids begin anew there.

const printer: PrinterSettings = {
  connection: { kind: 'network', host: '192.168.1.50', port: 9100 },
  columns: 48,
  code_page: 'cp858',
  cutter: true,
  drawer_pin: 2,
  asks_status: false,
};
const job = (key: string): PrintJob => ({
  job_key: key,
  document: { kind: 'receipt', receipt: aReceipt() },
  open_drawer: true,
  logo: null,
});
const settle = () => new Promise((resolve) => setImmediate(resolve));

const FIRST = 'a'.repeat(16);
const SECOND = 'b'.repeat(16);

let transport: ReturnType<typeof memoryTransport>;
let journal: ReturnType<typeof openPrintJournal>;
let server: { tag: string };
let heard: PrintStatus[];
const deps = () => ({
  connect: () => transport,
  onStatus: (status: PrintStatus) => heard.push(status),
  after: () => () => undefined,
});
const start = () =>
  startPrintQueues({
    ...deps(),
    journal,
    readPrinters: () => ({ printer, label_printer: null }),
    serverTag: () => server.tag,
  });
const kicks = () => transport.jobs.map((bytes) => decodeEscPos(bytes).pulses.length);

beforeEach(() => {
  transport = memoryTransport();
  journal = openPrintJournal(':memory:');
  server = { tag: FIRST };
  heard = [];
});

it('prints a sale of another server that has the same id, and opens the drawer; back at the first, not again', async () => {
  const queue = start();
  queue.print(job('sale-5'));
  await settle();
  server.tag = SECOND;
  expect(queue.find('sale-5')).toBeNull();
  expect(queue.print(job('sale-5'))).toMatchObject({ job_key: 'sale-5', state: 'queued' });
  await settle();
  expect(queue.find('sale-5')).toMatchObject({ job_key: 'sale-5', state: 'confirmed' });
  expect(kicks()).toEqual([1, 1]);
  expect(heard.at(-1)).toMatchObject({ job_key: 'sale-5', state: 'confirmed' });
  server.tag = FIRST;
  expect(queue.print(job('sale-5')).state).toBe('confirmed');
  await settle();
  expect(kicks()).toEqual([1, 1]);
});

it('lists what waits from another server, from where it is taken off', async () => {
  const queue = start();
  transport.mood = 'off';
  queue.print(job('sale-5'));
  server.tag = SECOND;
  queue.print(job('sale-5'));
  await settle();
  const [here, there, ...rest] = queue
    .list()
    .toSorted((one, other) => one.job_key.length - other.job_key.length);
  expect(rest).toEqual([]);
  expect(here?.job_key).toBe('sale-5');
  queue.forget(there?.job_key ?? '');
  expect(queue.list().map(({ job_key }) => job_key)).toEqual(['sale-5']);
});

it('knows the jobs of a till from before its keys named the server, printed ones and those that wait', async () => {
  const former = startPrintQueue({ ...deps(), journal, readPrinter: () => printer });
  former.print(job('sale-5'));
  await settle();
  transport.mood = 'off';
  former.print(job('sale-6'));
  await settle();
  former.stop();
  transport.mood = 'on';
  for (const isUpdated of [false, true]) {
    const queue = start();
    if (isUpdated) expect(queue.find('sale-6')?.state).toBe('confirmed');
    queue.resume();
    queue.print(job('sale-5'));
    queue.print(job('sale-6'));
    await settle();
    expect(queue.find('sale-5')).toMatchObject({ job_key: 'sale-5', state: 'confirmed' });
    queue.stop();
  }
  expect(kicks()).toEqual([1, 1]);
});
