import { describe, expect, it } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { ServerUnreachable } from './api-client.ts';
import { createWaitingScans, type WaitingScan } from './waiting-scans.ts';

function memory() {
  let scans: readonly WaitingScan[] = [];
  return {
    read: async () => scans,
    add: (scan: WaitingScan) => void (scans = [...scans, scan]),
    remove: ({ key }: WaitingScan) => void (scans = scans.filter((one) => one.key !== key)),
  };
}

function begin(storage = memory()) {
  const scans = createWaitingScans(storage);
  const [sent, told]: [WaitingScan[], string[]] = [[], []];
  const server = { isGone: false, refuses: '' };
  scans.sendWith({
    send: async (scan) => {
      if (server.isGone) throw new ServerUnreachable();
      if (scan.code === server.refuses) throw new ApiError('illegal_state', { message: 'It is over' });
      sent.push(scan);
    },
    onWaiting: (code) => told.push(`${code} waits`),
    onRefused: (code, text) => told.push(`${code}: ${text}`),
  });
  const codes = () => scans.read().waiting.map(({ code }) => code);
  return { scans, sent, told, server, storage, codes };
}

describe('scans that wait for the server', () => {
  it('keep each scan while the server is gone, and send them in order once it is back', async () => {
    const { scans, sent, told, server, codes } = begin();
    server.isGone = true;
    for (const code of ['a', 'b', 'a']) scans.take(code);
    await expect.poll(() => scans.read().isStopped).toBe(true);
    scans.take('c');
    expect(codes()).toEqual(['a', 'b', 'a', 'c']);
    expect(told).toEqual(['a waits', 'c waits']);
    const keys = scans.read().waiting.map(({ key }) => key);
    server.isGone = false;
    scans.goOn();
    await expect.poll(codes).toEqual([]);
    expect(sent.map(({ code, key }) => [code, key])).toEqual(
      ['a', 'b', 'a', 'c'].map((code, place) => [code, keys[place]]),
    );
    expect(scans.read().isStopped).toBe(false);
  });

  it('are still there after the window was closed, under their keys, in front of what is scanned then', async () => {
    const { scans, server, storage } = begin();
    server.isGone = true;
    scans.take('a');
    await expect.poll(() => scans.read().isStopped).toBe(true);
    const later = begin(storage);
    later.scans.take('b');
    await expect.poll(later.codes).toEqual([]);
    const [kept] = scans.read().waiting;
    expect(later.sent).toMatchObject([{ code: 'a', key: kept?.key }, { code: 'b' }]);
    expect(await storage.read()).toEqual([]);
  });

  it('name each code that was refused, until it is taken after all', async () => {
    const { scans, told, server, codes } = begin();
    server.refuses = 'a';
    for (const code of ['a', 'b', 'a']) scans.take(code);
    await expect.poll(codes).toEqual([]);
    expect(scans.read().refused).toEqual([{ code: 'a', text: 'It is over' }]);
    expect(told).toEqual(['a: It is over', 'a: It is over']);
    server.refuses = '';
    scans.take('a');
    await expect.poll(() => scans.read().refused).toEqual([]);
  });
});
