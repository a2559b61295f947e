import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '#bridge/channels.ts';
import type { TillParts } from '#main/app/ipc.ts';
import { invoke, type IpcEvent } from '#tests/support/electron/ipc-main.ts';

// Every channel of the bridge's table, asked in wrong ways. The window is not needed for it, and so not started: the
// handlers are those of src/main/app/ipc.ts, called as the stand-in for Electron calls them.

vi.mock('electron', async () => ({ ipcMain: (await import('#tests/support/electron/ipc-main.ts')).ipcMain }));

type Frame = Exclude<IpcEvent['senderFrame'], null>;

const channels = Object.values(calls);
const reached: string[] = [];

/** Parts whose every function says that it was reached: nothing of the sort may happen to a refused message. */
function watchfulParts(path = ''): TillParts {
  const watch = (...args: unknown[]) => {
    reached.push(`${path}(${args.length})`);
    return 'reached';
  };
  return new Proxy(watch, {
    get: (_target, name) => watchfulParts(`${path}.${String(name)}`),
  }) as unknown as TillParts;
}

const ourFrame: Frame = { url: 'app://till/pos', origin: 'app://till', parent: null };
const from = (frame: Frame | null): IpcEvent => ({ sender: {}, senderFrame: frame });
const ask = (channel: string, message: unknown, frame: Frame | null = ourFrame) =>
  invoke(channel, from(frame), message === undefined ? [] : [message]).then(
    () => 'answered',
    (fault: unknown) => String(fault),
  );

beforeAll(async () => {
  const { answerCalls } = await import('#main/app/ipc.ts');
  answerCalls(watchfulParts());
});
beforeEach(() => {
  reached.length = 0;
});

/** What each channel takes; the others take nothing. */
const fits: Partial<Record<string, unknown>> = {
  [calls.saveDraft]: { cart_key: 'a', staff_id: 1, store_id: 1, saved_at: 1, cart: '{}' },
  [calls.listDrafts]: { staff_id: 1, store_id: 1 },
  [calls.forgetPrint]: 'sale-1',
  [calls.lookAtServer]: { url: 'https://shop.example' },
  [calls.chooseServer]: { url: 'https://shop.example', fingerprint: null },
  [calls.writeSettings]: { till_name: '', printer: null, scanners: [], log_level: 'info', kiosk: false },
};
const takesNothing: string[] = [
  calls.printQueue,
  calls.scannerStatus,
  calls.readSettings,
  calls.findDevices,
  calls.leaveKiosk,
];

describe('a message that fits, from the till’s page', () => {
  it.each([...takesNothing, ...Object.keys(fits)])('is answered: %s', async (channel) => {
    expect(await ask(channel, fits[channel])).toBe('answered');
    expect(reached).toHaveLength(1);
  });
});

describe.each(channels)('%s', (channel) => {
  const senders: [string, Frame | null][] = [
    ['a frame that has gone', null],
    ['an inner frame with our origin', { ...ourFrame, parent: {} }],
    ['an inner frame that is about:blank', { url: 'about:blank', origin: 'app://till', parent: {} }],
    ['about:blank with our origin', { ...ourFrame, url: 'about:blank' }],
    ['a page without an origin', { ...ourFrame, origin: '' }],
    ['a page whose origin is null', { ...ourFrame, origin: 'null' }],
    ['nothing at all', { url: '', origin: '', parent: null }],
    ['another page', { url: 'https://example.com/', origin: 'https://example.com', parent: null }],
    ['a page that says to be at our address', { ...ourFrame, origin: 'https://example.com' }],
    ['an origin that begins as ours', { url: 'app://till.evil/', origin: 'app://till.evil', parent: null }],
    ['another host of our scheme', { url: 'app://other/', origin: 'app://other', parent: null }],
    ['a file', { url: 'file:///tmp/x.html', origin: 'file://', parent: null }],
    ['our origin in other letters', { url: 'APP://TILL/', origin: 'APP://TILL', parent: null }],
    ['our address without a path', { ...ourFrame, url: 'app://till' }],
    ['an address with a user', { url: 'app://till@evil/', origin: 'app://evil', parent: null }],
  ];
  it.each(senders)('refuses %s', async (_name, frame) => {
    expect(await ask(channel, fits[channel], frame)).toContain('Not the till’s page');
    expect(reached).toEqual([]);
  });

  const junk: [string, unknown][] = [
    ['null', null],
    ['a number', 7],
    ['not a number', Number.NaN],
    ['yes', true],
    ['an empty text', ''],
    ['an endless text', 'x'.repeat(2_000_000)],
    ['an empty list', []],
    ['a list of lists', [[[]]]],
    ['an empty object', {}],
    ['an object with another’s fields', { staff_id: 'x', path: '/etc/passwd', url: 5, printer: [] }],
    ['an object that pollutes', JSON.parse('{"__proto__":{"staff_id":1,"url":"https://a"}}') as unknown],
    ['bytes', new Uint8Array(8)],
    ['a map', new Map([['url', 'https://a']])],
    ['a function', () => undefined],
  ];
  it.each(junk)('refuses %s', async (_name, message) => {
    expect(await ask(channel, message)).toMatch(/Error invoking remote method/);
    expect(reached).toEqual([]);
  });

  it('refuses to be asked for nothing, if it takes something', async () => {
    const answer = await ask(channel, undefined);
    expect(answer === 'answered').toBe(takesNothing.includes(channel));
  });
});
