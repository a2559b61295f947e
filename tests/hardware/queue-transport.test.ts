import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cupsSpooler } from '#main/printing/cups-spooler.ts';
import type { PrinterMood } from '#tests/support/memory-transport.ts';
import { queueTransport } from '#main/printing/queue-transport.ts';
import { windowsSpooler } from '#main/printing/windows-spooler.ts';
import { installCups, installPowerShell, type FakeSpooler } from '#tests/support/fake-spoolers.ts';
import { transportSuite } from './transport.suite.ts';

// No program fails to start here, but may take long beside many others.
const short = { start: 60_000, idle: 800, finish: 2_000 };

const overCups = (queue = 'till') => queueTransport({ queue }, cupsSpooler(short));
const overWindows = (program: string, queue = 'till') =>
  queueTransport({ queue }, windowsSpooler(short, { program, args: ['script'] }));

transportSuite('CUPS queue', 'spooled', (mood) => {
  const cups = installCups(mood);
  return Promise.resolve({
    transport: overCups(),
    taken: cups.taken,
    close: () => Promise.resolve(cups.close()),
  });
});

transportSuite('Windows queue', 'spooled', (mood) => {
  const windows = installPowerShell(mood);
  return Promise.resolve({
    transport: overWindows(windows.program),
    taken: windows.taken,
    close: () => Promise.resolve(windows.close()),
  });
});

let spooler: FakeSpooler | null = null;
afterEach(() => {
  spooler?.close();
  spooler = null;
});
const outcomeOf = (sent: Promise<unknown>) => sent.catch((fault: unknown) => fault);

describe('CUPS', () => {
  it('is given the queue’s name as one argument, whatever stands in it', async () => {
    spooler = installCups('on');
    const name = "till; rm -rf ~ $(date) 'x'";
    await overCups(name).send(Buffer.from('a'), () => undefined);
    expect(spooler.started()).toEqual([
      ['-p', name, '-a', name],
      ['-d', name, '-o', 'raw'],
    ]);
  });

  it('takes no queue whose name would be an option', async () => {
    spooler = installCups('on');
    expect(await outcomeOf(overCups('-h').send(Buffer.from('a'), () => undefined))).toMatchObject({
      name: 'PrinterUnreachable',
    });
    expect(spooler.started()).toEqual([]);
  });

  it.each([
    ['printer till disabled since Sat -\n\tPaused', 'The print queue till is paused'],
    ['printer till is idle.\ntill not accepting requests since Sat', 'The print queue till takes no jobs'],
  ])('keeps a job back from a queue that stands still (%s)', async (said, text) => {
    spooler = installCups('on', [said]);
    let firstBytes = 0;
    const outcome = await outcomeOf(overCups().send(Buffer.from('a'), () => (firstBytes += 1)));
    expect(outcome).toMatchObject({ name: 'PrinterUnreachable', message: text, condition: 'offline' });
    expect(firstBytes).toBe(0);
    expect(spooler.taken()).toHaveLength(0);
  });

  it('says what a queue cannot tell', async () => {
    spooler = installCups('on');
    expect(await overCups().look()).toEqual({
      condition: 'unknown',
      reason: 'The print queue takes jobs; it does not say how the printer is',
    });
  });

  it('is unreachable on a computer without it', async () => {
    const before = process.env.PATH;
    process.env.PATH = '/nowhere';
    try {
      expect(await overCups().look()).toMatchObject({ condition: 'unreachable' });
    } finally {
      process.env.PATH = before;
    }
  });
});

describe('Windows', () => {
  const install = (mood: PrinterMood, status?: number) => (spooler = installPowerShell(mood, status));
  const programOf = ({ folder }: FakeSpooler) => path.join(folder, 'fake-powershell');

  it('hears the queue’s name whole, with quotes and accents, and never as an argument', async () => {
    const windows = install('on');
    const name = 'Caja "1" – Peña & Hijos; $x';
    await overWindows(programOf(windows), name).send(Buffer.from('a'), () => undefined);
    expect(windows.started()).toEqual([['script']]);
    expect(readFileSync(path.join(windows.folder, 'taken.queue'), 'utf8')).toBe(`${name}\n`);
  });

  it.each([
    [0x1, 'The print queue till is paused'],
    [0x10, 'The printer is out of paper'],
    [0x80, 'The printer is offline'],
    [0x40_0000, 'The cover of the printer is open'],
  ])('keeps a job back from a queue of status %i', async (status, text) => {
    const windows = install('on', status);
    let firstBytes = 0;
    const sent = overWindows(programOf(windows)).send(Buffer.from('a'), () => (firstBytes += 1));
    expect(await outcomeOf(sent)).toMatchObject({ name: 'PrinterUnreachable', message: text });
    expect(firstBytes).toBe(0);
    expect(windows.taken()).toHaveLength(0);
  });
});
