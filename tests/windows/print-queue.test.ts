import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrintStatus } from '#bridge/printing.ts';
import { findDevices } from '#main/app/find-devices.ts';
import { openPrintJournal } from '#main/printing/print-journal.ts';
import { startPrintQueue } from '#main/printing/print-queue.ts';
import { queueTransport } from '#main/printing/queue-transport.ts';
import { windowsSpooler } from '#main/printing/windows-spooler.ts';
import { loadWinspool, WindowsRefusal } from '#main/printing/winspool.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { aReceipt } from '#tests/support/receipts.ts';
import { addDriver, addPrintQueue, queuePrinter } from '#tests/support/windows/print-queues.ts';

// Runs in Windows' Node, under Wine: real bytes through winspool into a queue of the test's own.

let folder: string;
let paper: string;
/** What the printer behind the queue printed. */
const printed = () => (existsSync(paper) ? readFileSync(paper) : Buffer.alloc(0));
/** The name of a file for Linux' programs. */
const onLinux = (file: string) => file.replace(/^[A-Z]:/, '').replaceAll('\\', '/');
const TILL = 'Caja 1 – Peña & Hijos';
const DEAF = 'A printer that is deaf';
const DEAF_SECONDS = 8;

beforeAll(async () => {
  folder = mkdtempSync('Z:\\tmp\\tindahan-queue-');
  paper = path.join(folder, 'paper');
  addPrintQueue(TILL, `cat >> ${onLinux(paper)}`);
  addPrintQueue(DEAF, `sleep ${DEAF_SECONDS}`);
  // The first call starts the print service, for which a search of two seconds may be too short.
  await (await loadWinspool()).queues();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isEmptied = () => rmSync(paper, { force: true });
const queue = queueTransport({ queue: TILL });
const outcomeOf = (sent: Promise<unknown>) => sent.catch((fault: unknown) => fault);

/** A till's print queue at a journal. */
function startQueue(file: string) {
  const heard: PrintStatus[] = [];
  const journal = openPrintJournal(file);
  const tillQueue = startPrintQueue({
    journal,
    readPrinter: () => queuePrinter(TILL),
    connect: () => queueTransport({ queue: TILL }),
    onStatus: (status) => heard.push(status),
  });
  const print = (number: string) =>
    tillQueue.print({
      job_key: number,
      document: { kind: 'receipt', receipt: aReceipt({ invoice_number: number }) },
      open_drawer: true,
      logo: null,
    });
  const stateOf = (key: string) => heard.findLast(({ job_key }) => job_key === key)?.state;
  return { journal, tillQueue, print, stateOf };
}

describe('a queue of Windows', () => {
  it('is found by its name, and takes jobs', async () => {
    expect((await findDevices()).devices).toContainEqual({ kind: 'queue', queue: TILL, name: TILL });
    expect((await queue.look()).condition).toBe('unknown');
  });

  it('tells of its driver, as far as there is one', async () => {
    const windows = await loadWinspool();
    const printer = await windows.open(TILL);
    await expect(windows.takesXps(printer)).rejects.toThrow(WindowsRefusal);
    addDriver();
    expect(await windows.takesXps(printer)).toBe(false);
    await windows.close(printer);
  });

  it('passes on every byte as it is', async () => {
    isEmptied();
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    let firstBytes = 0;
    expect(await queue.send(bytes, () => (firstBytes += 1))).toBe('spooled');
    expect(firstBytes).toBe(1);
    await expect.poll(() => printed().equals(bytes)).toBe(true);
  });

  it('that is not there is unreachable, and no byte leaves', async () => {
    let firstBytes = 0;
    const sent = queueTransport({ queue: 'nobody' }).send(Buffer.from('a'), () => (firstBytes += 1));
    expect(await outcomeOf(sent)).toMatchObject({
      name: 'PrinterUnreachable',
      message: 'There is no print queue nobody',
    });
    expect(firstBytes).toBe(0);
  });

  it('prints nothing when the journal refuses', async () => {
    isEmptied();
    const refuse = () => {
      throw new Error('disk full');
    };
    await expect(queue.send(Buffer.from('a'), refuse)).rejects.toThrow('disk full');
    expect(await queue.send(Buffer.from('b'), () => undefined)).toBe('spooled');
    await expect.poll(() => printed().toString()).toBe('b');
  });

  it('prints twenty receipts in the order in which they were asked for', async () => {
    isEmptied();
    const { print, stateOf } = startQueue(':memory:');
    const numbers = Array.from({ length: 20 }, (_, index) => `MNL-01-${100 + index}`);
    for (const number of numbers) print(number);
    await expect.poll(() => numbers.map(stateOf)).toEqual(numbers.map(() => 'confirmed'));
    const { rows, cuts, pulses } = decodeEscPos(printed());
    const found = rows.map(({ text }) => /Invoice +(\S+)/.exec(text)?.[1]).filter(Boolean);
    expect(found).toEqual(numbers);
    expect([cuts.length, pulses.length]).toEqual([20, 20]);
  });
});

const script = (name: string) => fileURLToPath(new URL(`../support/windows/${name}`, import.meta.url));

it('a job in which the till is killed is told as unknown, and the next one is whole', async () => {
  isEmptied();
  const [file, begun] = [path.join(folder, 'journal.db'), path.join(folder, 'begun')];
  const till = spawn(process.execPath, [script('print-and-die.ts'), file, TILL, begun], { stdio: 'ignore' });
  const ended = once(till, 'exit');
  await expect.poll(() => existsSync(begun)).toBe(true);
  till.kill('SIGKILL');
  await ended;
  const { journal, tillQueue, print, stateOf } = startQueue(file);
  tillQueue.resume();
  expect(stateOf('killed')).toBe('unknown');
  print('MNL-01-000124');
  await expect.poll(() => stateOf('MNL-01-000124')).toBe('confirmed');
  tillQueue.stop();
  journal.close();
  const { cuts, rows } = decodeEscPos(printed());
  expect(cuts).toEqual([rows.length]);
});

describe('a queue that does not answer', () => {
  it('is told within its time, keeps no second call, and goes on when it answers', async () => {
    const limits = { call: 1_000, look: 50, trouble: 1_000, job: 1_000 };
    const deaf = queueTransport({ queue: DEAF }, windowsSpooler(limits));
    const silence = 'Windows’ print service does not answer: restart this computer';
    expect(await outcomeOf(deaf.send(Buffer.from('a'), () => undefined))).toMatchObject({
      name: 'PrintInterrupted',
      message: silence,
    });
    expect(await queue.look()).toEqual({ condition: 'unreachable', reason: silence });
    await expect.poll(async () => (await queue.look()).condition).toBe('unknown');
  });

  it('does not keep the till from closing', async () => {
    const program = path.join(folder, 'closes.ts');
    const source = (name: string) =>
      JSON.stringify(new URL(`../../src/main/printing/${name}`, import.meta.url).href);
    writeFileSync(
      program,
      `import { queueTransport } from ${source('queue-transport.ts')};
      import { windowsSpooler } from ${source('windows-spooler.ts')};
      const limits = { call: 1000, look: 50, trouble: 1000, job: 1000 };
      await queueTransport({ queue: ${JSON.stringify(DEAF)} }, windowsSpooler(limits))
        .send(Buffer.from('a'), () => undefined).catch(() => process.exit());`,
    );
    const begunAt = performance.now();
    await once(spawn(process.execPath, [program], { stdio: 'ignore' }), 'exit');
    expect(performance.now() - begunAt).toBeLessThan(DEAF_SECONDS * 1_000);
  });
});
