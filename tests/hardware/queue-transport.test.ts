import { afterEach, describe, expect, it } from 'vitest';
import { cupsSpooler } from '#main/printing/cups-spooler.ts';
import type { PrinterMood } from '#tests/support/memory-transport.ts';
import { queueTransport } from '#main/printing/queue-transport.ts';
import { windowsSpooler } from '#main/printing/windows-spooler.ts';
import {
  fakeWinspool,
  installCups,
  type FakeQueue,
  type FakeSpooler,
  type FakeWinspool,
} from '#tests/support/fake-spoolers.ts';
import { transportSuite } from './transport.suite.ts';

// A busy computer takes seconds to start the program in the place of CUPS.
const patient = { idle: 5_000, finish: 30_000 };
const shortCalls = { call: 800, look: 1, trouble: 20, job: 60_000 };

const overCups = (queue = 'till') => queueTransport({ queue }, cupsSpooler(patient));
const overWindows = ({ load }: FakeWinspool, limits = shortCalls) =>
  queueTransport({ queue: 'till' }, windowsSpooler(limits, load));

transportSuite('CUPS queue', 'spooled', (mood) => {
  const cups = installCups(mood);
  return Promise.resolve({
    transport: overCups(),
    taken: cups.taken,
    close: () => Promise.resolve(cups.close()),
  });
});

const windowsMoods: Record<PrinterMood, FakeQueue> = {
  on: {},
  off: { refuses: { open: 1801 } },
  stalls: { stalls: 'write' },
  resets: { refuses: { endJob: 1722 } },
};
transportSuite('Windows queue', 'spooled', (mood) => {
  const windows = fakeWinspool(windowsMoods[mood]);
  return Promise.resolve({
    transport: overWindows(windows),
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
  let windows: FakeWinspool;
  afterEach(() => windows.close());
  const send = async (queue: FakeQueue, limits = shortCalls) => {
    windows = fakeWinspool(queue);
    let firstBytes = 0;
    const sent = overWindows(windows, limits).send(Buffer.from('a receipt'), () => (firstBytes += 1));
    return { outcome: await outcomeOf(sent), firstBytes };
  };

  it.each([
    [{ status: 0x1 }, 'The print queue till is paused'],
    [{ status: 0x4 }, 'There is no print queue till'],
    [{ status: 0x10 }, 'The printer is out of paper'],
    [{ status: 0x80 }, 'The printer is offline'],
    [{ attributes: 0x400 }, 'The printer is offline'],
    [{ status: 0x40_0000 }, 'The cover of the printer is open'],
    [{ port: 'PORTPROMPT:' }, 'The print queue till makes files: choose the receipt printer'],
    [{ refuses: { open: 1801 } }, 'There is no print queue till'],
    [{ refuses: { describe: 1905 } }, 'There is no print queue till'],
    [{ refuses: { open: 1722 } }, 'Windows’ print service is stopped: restart this computer'],
    [{ refuses: { open: 5 } }, 'This user of Windows may not print on till: an administrator can allow it'],
    [
      { refuses: { startJob: 5 } },
      'This user of Windows may not print on till: an administrator can allow it',
    ],
    [
      { refuses: { startJob: 1804 } },
      'The driver of till takes no receipts: install it with the driver Generic / Text Only',
    ],
    [{ refuses: { open: 87 } }, 'Windows does not open the print queue till (error 87)'],
  ] satisfies [FakeQueue, string][])('keeps a job back from a queue with %j: %s', async (queue, text) => {
    const { outcome, firstBytes } = await send(queue);
    expect(outcome).toMatchObject({ name: 'PrinterUnreachable', message: text });
    expect(firstBytes).toBe(0);
    expect(windows.taken()).toHaveLength(0);
    expect(windows.isClosed()).toBe(true);
  });

  it.each([
    [false, 'RAW'],
    [true, 'XPS_PASS'],
  ])('passes a job on unchanged where its driver is one of XPS: %s, as %s', async (takesXps, dataType) => {
    const { outcome } = await send({ takesXps });
    expect(outcome).toBe('spooled');
    expect(windows.dataTypes).toEqual([dataType]);
  });

  it('passes it on as RAW where nobody knows the driver', async () => {
    await send({ refuses: { takesXps: 1797 } });
    expect(windows.dataTypes).toEqual(['RAW']);
  });

  const [PRINTING, RETAINED, PAPER_OUT, OFFLINE, ERROR, DELETING, PAUSED] = [
    0x10, 0x2080, 0x40, 0x20, 0x2, 0x4, 0x1,
  ];

  it.each([
    ['is printed', [0, PRINTING, null]],
    ['is printed and kept by Windows', [PRINTING, RETAINED]],
    ['waits a moment for its printer', [PRINTING | OFFLINE, PRINTING, null]],
  ])('calls a job taken that %s', async (_, job) => {
    const { outcome } = await send({ job }, { ...shortCalls, trouble: 60_000 });
    expect(outcome).toBe('spooled');
    expect(windows.deleted).toEqual([]);
  });

  it.each([
    ['without paper', { job: [PRINTING | PAPER_OUT] }, 'The printer is out of paper'],
    ['whose printer is off', { job: [OFFLINE] }, 'The printer is offline'],
    ['that failed', { job: [PRINTING | ERROR] }, 'The printer reports an error'],
    ['that somebody paused', { job: [PAUSED] }, 'The print queue till is paused'],
  ] satisfies [string, FakeQueue, string][])(
    'takes a job off the queue %s, and asks to look at the paper',
    async (_, queue, text) => {
      const { outcome, firstBytes } = await send(queue);
      expect(outcome).toMatchObject({ name: 'PrintInterrupted', message: text });
      expect(windows.deleted).toEqual([1]);
      expect(firstBytes).toBe(1);
      expect(windows.isClosed()).toBe(true);
    },
  );

  it('takes a job off the queue that nothing moves', async () => {
    const { outcome } = await send({ job: [PRINTING] }, { ...shortCalls, job: 20 });
    expect(outcome).toMatchObject({
      name: 'PrintInterrupted',
      message: 'The print queue till is stuck: switch its printer off and on',
    });
    expect(windows.deleted).toEqual([1]);
  });

  it('says when a job that stands cannot be taken off', async () => {
    const { outcome } = await send({ job: [PAPER_OUT], refuses: { deleteJob: 5 } });
    expect(outcome).toMatchObject({
      message: 'The printer is out of paper; delete the print in its queue, too',
    });
  });

  it('says when somebody took the job off, or the queue went with it', async () => {
    expect((await send({ job: [DELETING] })).outcome).toMatchObject({
      name: 'PrintInterrupted',
      message: 'The print was taken off the print queue till',
    });
    expect((await send({ refuses: { jobStatus: 1905 } })).outcome).toMatchObject({
      name: 'PrintInterrupted',
      message: 'There is no print queue till',
    });
  });

  it('begins no call while one has never ended, and goes on when it has', async () => {
    const silence = 'Windows’ print service does not answer: restart this computer';
    expect((await send({ stalls: 'open' })).outcome).toMatchObject({ message: silence });
    const stalled = windows;
    expect((await send({})).outcome).toMatchObject({ name: 'PrinterUnreachable', message: silence });
    stalled.close();
    await expect.poll(async () => (await send({})).outcome).toBe('spooled');
    await expect.poll(() => stalled.isClosed()).toBe(true);
  });

  it('is no print service where there is none', async () => {
    windows = fakeWinspool();
    expect(await queueTransport({ queue: 'till' }, windowsSpooler(shortCalls)).look()).toMatchObject({
      condition: 'unreachable',
      reason: 'Windows’ print service cannot be used: install the till again',
    });
  });
});
