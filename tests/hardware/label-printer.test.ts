import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrintJob, PrintStatus } from '#bridge/printing.ts';
import type { LabelPrinterSettings, PrinterConnection, PrinterSettings } from '#bridge/settings.ts';
import { connectPrinter } from '#main/printing/connect-printer.ts';
import { openPrintJournal } from '#main/printing/print-journal.ts';
import type { PrintQueue } from '#main/printing/print-queue.ts';
import { startPrintQueues } from '#main/printing/print-queues.ts';
import { openPrinterTester } from '#main/printing/printer-tester.ts';
import { glyphsLike, readDrawn } from '#tests/support/drawn-letters.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { openPty } from '#tests/support/pty.ts';
import { aLabel, aReceipt } from '#tests/support/receipts.ts';
import { startVirtualPrinter, type VirtualPrinter } from '#tests/support/virtual-printer.ts';

// A till with a receipt printer and a label printer, each at the end of a real line.

type Printers = { printer: PrinterSettings | null; label_printer: LabelPrinterSettings | null };

const at = ({ port }: VirtualPrinter): PrinterConnection => ({ kind: 'network', host: '127.0.0.1', port });
const receiptPrinter = (connection: PrinterConnection): PrinterSettings => ({
  connection,
  columns: 48,
  code_page: 'cp858',
  cutter: true,
  drawer_pin: 2,
  asks_status: true,
});
const labelPrinter = (connection: PrinterConnection): LabelPrinterSettings => ({
  connection,
  size: '40x30',
  code_page: 'cp858',
  asks_status: true,
});
const receiptJob = (key: string): PrintJob => ({
  job_key: key,
  document: { kind: 'receipt', receipt: aReceipt() },
  open_drawer: false,
  logo: null,
});
const labelJob = (key: string): PrintJob => ({
  job_key: key,
  document: { kind: 'label', label: aLabel({ numbers: [`SN ${key}`], code: key }) },
  open_drawer: false,
  logo: null,
});

let receipts: VirtualPrinter;
let labels: VirtualPrinter;
let setup: Printers;
let queue: PrintQueue;
let heard: PrintStatus[];
beforeEach(async () => {
  receipts = await startVirtualPrinter();
  labels = await startVirtualPrinter();
  setup = { printer: receiptPrinter(at(receipts)), label_printer: labelPrinter(at(labels)) };
  heard = [];
  const journal = openPrintJournal(':memory:');
  queue = startPrintQueues({
    journal,
    readPrinters: () => setup,
    serverTag: () => '0123456789abcdef',
    connect: (printer) => connectPrinter(printer, journal),
    onStatus: (status) => heard.push(status),
  });
});
afterEach(async () => {
  queue.stop();
  await receipts.close();
  await labels.close();
});

const stateOf = (key: string) => heard.findLast(({ job_key }) => job_key === key);
const isNow = (key: string, expected: Partial<PrintStatus>) =>
  expect.poll(() => stateOf(key)).toMatchObject(expected);
const codesOn = (printer: VirtualPrinter) => decodeEscPos(printer.printed).qr;

describe('a label', () => {
  it('goes to the label printer, one after the other, each up to the next gap; receipts to theirs', async () => {
    for (const key of ['L-1', 'L-2']) queue.print(labelJob(key));
    queue.print(receiptJob('r'));
    await isNow('L-2', { state: 'confirmed', printer: '127.0.0.1' });
    await isNow('r', { state: 'confirmed' });
    expect(codesOn(labels)).toEqual(['L-1', 'L-2']);
    expect(decodeEscPos(labels.printed)).toMatchObject({ cuts: [], formFeeds: [4, 8] });
    expect(codesOn(receipts)).toEqual(['TXN:456']);
  });

  it('and a receipt have letters that no code page has as pictures, which a printer takes whole', async () => {
    const name = 'Load \u20b1100 手机';
    const glyphs = glyphsLike(`${name} 128 GB Awesome Navy`);
    const [line] = aReceipt().lines;
    const receipt = aReceipt({ lines: line ? [{ ...line, name }] : [] });
    const label = aLabel({ product: name, variation: '' });
    queue.print({ ...receiptJob('r'), document: { kind: 'receipt', receipt }, glyphs });
    queue.print({ ...labelJob('l'), document: { kind: 'label', label }, glyphs });
    await isNow('r', { state: 'confirmed' });
    await isNow('l', { state: 'confirmed' });
    for (const printer of [receipts, labels]) {
      const { pictures } = decodeEscPos(printer.printed);
      expect(pictures.map((picture) => readDrawn(picture, glyphs))).toEqual([name]);
    }
  });

  it('waits for a printer that is off, and never keeps a receipt waiting', async () => {
    await labels.close();
    queue.print(labelJob('L-1'));
    await isNow('L-1', { state: 'queued', reason: 'The printer at 127.0.0.1 does not answer' });
    queue.print(receiptJob('r'));
    await isNow('r', { state: 'confirmed' });
    expect(queue.list()).toEqual([
      expect.objectContaining({ job_key: 'L-1', state: 'queued', title: 'Label SN L-1' }),
    ]);
    await labels.start();
    await isNow('L-1', { state: 'confirmed' });
    expect(codesOn(labels)).toEqual(['L-1']);
  });

  it('waits for a new roll, and is printed once when it is there', async () => {
    labels.fault = 'out_of_paper';
    queue.print(labelJob('L-1'));
    await isNow('L-1', { state: 'queued', reason: 'The printer is out of paper' });
    queue.print(receiptJob('r'));
    await isNow('r', { state: 'confirmed' });
    labels.recover();
    await isNow('L-1', { state: 'confirmed' });
    expect(codesOn(labels)).toEqual(['L-1']);
  });

  it('is printed once for a key, also when labels go to the other printer by then', async () => {
    queue.print(labelJob('L-1'));
    queue.print(labelJob('L-1'));
    await isNow('L-1', { state: 'confirmed' });
    setup = { ...setup, label_printer: null };
    queue.wake();
    expect(queue.print(labelJob('L-1')).state).toBe('confirmed');
    queue.print(receiptJob('r'));
    await isNow('r', { state: 'confirmed' });
    expect([codesOn(labels), codesOn(receipts)]).toEqual([['L-1'], ['TXN:456']]);
  });

  it('is taken off the list without being printed', async () => {
    labels.fault = 'out_of_paper';
    queue.print(labelJob('L-1'));
    queue.print(labelJob('L-2'));
    await isNow('L-2', { state: 'queued', reason: 'The printer is out of paper' });
    queue.forget('L-1');
    labels.recover();
    await isNow('L-2', { state: 'confirmed' });
    expect(codesOn(labels)).toEqual(['L-2']);
    expect(queue.list()).toEqual([]);
  });

  it('stands on the paper of receipts where no label printer is set up, and opens no drawer', async () => {
    setup = { ...setup, label_printer: null };
    queue.print({ ...labelJob('L-1'), open_drawer: true });
    await isNow('L-1', { state: 'confirmed', drawer_opened: false });
    expect(decodeEscPos(receipts.printed)).toMatchObject({ qr: ['L-1'], formFeeds: [] });
    expect(receipts.kicks).toBe(0);
    expect(labels.printed).toHaveLength(0);
  });

  it('that waits for a printer that is taken away is printed where labels are printed then', async () => {
    await labels.close();
    queue.print(labelJob('L-1'));
    await isNow('L-1', { state: 'queued', reason: 'The printer at 127.0.0.1 does not answer' });
    setup = { ...setup, label_printer: null };
    queue.wake();
    await isNow('L-1', { state: 'confirmed' });
    expect(codesOn(receipts)).toEqual(['L-1']);
  });

  it('is refused where no printer is set up at all', () => {
    setup = { printer: null, label_printer: null };
    expect(queue.print(labelJob('L-1'))).toMatchObject({ state: 'no_printer', printer: null });
  });
});

it('reaches a label printer on a serial port', async () => {
  const pty = await openPty(labels.port);
  setup = {
    ...setup,
    label_printer: labelPrinter({ kind: 'serial', path: pty.path, baud_rate: 115_200 }),
  };
  queue.print(labelJob('L-1'));
  await isNow('L-1', { state: 'confirmed', printer: pty.path });
  // Confirmed when its bytes have left: they are still on their way.
  await expect.poll(() => codesOn(labels)).toEqual(['L-1']);
  await pty.close();
});

describe('trying a label printer', () => {
  const tester = openPrinterTester(() => 'Counter 1');

  it('prints one test label, whole, and says that it is ready', async () => {
    const ready = { condition: 'ready', reason: null };
    expect(await tester.look(labelPrinter(at(labels)))).toEqual(ready);
    expect(labels.printed).toHaveLength(0);
    expect(await tester.test(labelPrinter(at(labels)))).toEqual(ready);
    const { rows, qr, formFeeds, cuts } = decodeEscPos(labels.printed);
    expect(rows.map(({ text }) => text).join('\n')).toContain('Test label Counter 1');
    expect([qr, formFeeds, cuts]).toEqual([['356938035643809'], [rows.length], []]);
  });

  it('says why it cannot', async () => {
    labels.fault = 'out_of_paper';
    expect(await tester.test(labelPrinter(at(labels)))).toEqual({
      condition: 'out_of_paper',
      reason: 'The printer is out of paper',
    });
  });
});
