import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callNames } from '#bridge/channel-names.ts';
import { calls } from '#bridge/channels.ts';
import type { Answers } from '#bridge/till.ts';
import { log } from '#main/app/log.ts';
import { aCompletion, enrolment } from '#tests/support/offline-sales.ts';
import { invoke, type IpcEvent } from '#tests/support/electron/ipc-main.ts';

// Every channel of the bridge's table, called wrongly. No window is needed, so none is started: the handlers are those of
// src/main/app/ipc.ts, called as the stand-in for Electron calls them.

vi.mock('electron', async () => ({ ipcMain: (await import('#tests/support/electron/ipc-main.ts')).ipcMain }));

type Frame = Exclude<IpcEvent['senderFrame'], null>;

const reached: string[] = [];
/** The calls whose work failed, each with its fault. */
const failed: [string, unknown][] = [];
/** The main process's result of each call. */
const returned = new Map<string, unknown>();

/** The error that it throws instead. */
const thrown = new Map<string, Error>();

/** A main process whose handlers record that they were reached: refused messages must reach none. */
function watchfulAnswers(): Answers {
  const parts = Object.entries(calls).map(([part, members]) => {
    const works = Object.keys(members).map((name) => {
      const channel = `${part}.${name}`;
      const work = () => {
        reached.push(channel);
        if (thrown.has(channel)) throw thrown.get(channel);
        return returned.get(channel);
      };
      return [name, work];
    });
    return [part, Object.fromEntries(works)];
  });
  return Object.fromEntries(parts) as Answers;
}

const ourFrame: Frame = { url: 'app://till/pos', origin: 'app://till', parent: null };
const from = (frame: Frame | null): IpcEvent => ({ sender: {}, senderFrame: frame });
const send = (channel: string, message: unknown, frame: Frame | null = ourFrame) =>
  invoke(channel, from(frame), message === undefined ? [] : [message]);
const ask = (channel: string, message: unknown, frame?: Frame | null) =>
  send(channel, message, frame).then(
    () => 'answered',
    (fault: unknown) => String(fault),
  );

beforeAll(async () => {
  const { answerCalls } = await import('#main/app/ipc.ts');
  answerCalls(watchfulAnswers(), (name, fault) => failed.push([name, fault]));
});
beforeEach(() => {
  // Thousands of refusals, each of which is logged.
  vi.spyOn(log, 'error').mockImplementation(() => {});
  reached.length = 0;
  failed.length = 0;
  returned.clear();
  thrown.clear();
});

const draft = { cart_key: 'a', staff_id: 1, store_id: 1, saved_at: 1, cart: '{}' };
const devices = {
  till_name: '',
  printer: null,
  label_printer: null,
  scanners: [],
  log_level: 'info',
  kiosk: false,
};
const changes = { version: 'a', is_first: true, has_more: false, variations: [], holds: [] };
const refused = { state: 'refused', url: 'https://shop.example', reason: 'No server of ours' };
const waiting = { job_key: 'a', state: 'queued', printer: null, drawer_opened: false, reason: null };

const noTill = {
  till: null,
  is_ended: false,
  waiting: 0,
  has_sales: false,
  references: [],
  opening: null,
  problem: null,
  answered_at: null,
  now: 1,
};

/** The message of a call, main's result, and the page's answer if it differs from that. */
const fits: [channel: string, message: unknown, work: unknown, given?: unknown][] = [
  ['printer.queue', undefined, [{ ...waiting, title: 'Daily report', queued_at: 1 }]],
  ['printer.forget', 'sale-1', undefined],
  ['scanner.status', undefined, [{ scanner: 'COM3', state: 'failed', reason: 'It is in use' }]],
  ['drafts.save', draft, { changes: 1 }, undefined],
  ['drafts.list', { staff_id: 1, store_id: 1 }, [draft, { ...draft, rowid: 5 }], [draft, draft]],
  ['notes.read', 'sign-in', null],
  ['units.copied', { store_id: 1, since: null, as_of: 1, changes }, true],
  ['units.version', { store_id: 1 }, { version: 'a', as_of: null }],
  ['units.find', { store_id: 1, code: '356938035643809', not: [] }, null],
  ['offline.enrol', enrolment, noTill],
  ['offline.state', undefined, { ...noTill, secret: 'top-secret' }, noTill],
  ['offline.complete', aCompletion(), { refused: 'Not here' }],
  ['offline.sales', undefined, []],
  ['offline.sale', { key: '8d3cbb5c-6b1f-4c39-9c56-0c1b1f1f5f0e' }, null],
  ['updates.putOff', undefined, undefined],
  ['settings.write', devices, undefined],
  [
    'settings.read',
    undefined,
    {
      ...devices,
      server: { url: refused.url, fingerprint: null, is_chosen: true, certificate: 'PEM' },
      token: 'top-secret',
    },
    { ...devices, server: { url: refused.url, fingerprint: null, is_chosen: true } },
  ],
  [
    'settings.devices',
    undefined,
    { devices: [{ kind: 'queue', queue: 'Star', name: 'Star' }], silent: ['serial'] },
  ],
  ['server.look', 'https://shop.example', refused],
  ['server.choose', { url: 'https://shop.example', fingerprint: null }, refused],
  ['troubles.take', undefined, [{ title: 'The disk is full', detail: 'Free some space' }]],
  ['kiosk.leave', undefined, { left: true, reason: null }],
];
const messages = new Map(fits.map(([channel, message]) => [channel, message]));
const takesNothing = Object.entries(calls).flatMap(([part, members]) =>
  Object.entries(members).flatMap(([name, [message]]) =>
    message.safeParse(undefined).success ? [`${part}.${name}`] : [],
  ),
);

describe('a message that fits, from the till’s page', () => {
  it.each(fits)('is answered with what the table says: %s', async (channel, message, work, ...given) => {
    returned.set(channel, work);
    expect(await send(channel, message)).toEqual(given.length ? given[0] : work);
    expect(reached).toEqual([channel]);
  });

  it.each([
    ['settings.read', { till_name: 5 }],
    ['drafts.list', [{ ...draft, cart: null }]],
    ['kiosk.leave', { left: true, reason: 'Only a manager' }],
    ['printer.queue', undefined],
  ])('is refused its answer where that does not fit: %s', async (channel, work) => {
    returned.set(channel, work);
    expect(await ask(channel, messages.get(channel))).toMatch(/Error invoking remote method/);
    expect(reached).toEqual([channel]);
  });

  it('carries nothing in some calls, and something in all others', () => {
    expect(takesNothing).toEqual([
      'printer.queue',
      'scanner.status',
      'offline.state',
      'offline.sales',
      'offline.export',
      'settings.read',
      'settings.devices',
      'server.find',
      'ownServer.state',
      'ownServer.setUp',
      'support.log',
      'troubles.take',
      'updates.status',
      'updates.check',
      'updates.install',
      'updates.putOff',
      'kiosk.leave',
    ]);
  });
});

describe('a call whose work fails', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

  it('is refused to the page, told to the main process, and logged', async () => {
    thrown.set('drafts.save', full);
    expect(await ask('drafts.save', draft)).toContain('disk is full');
    expect(failed).toEqual([['drafts.save', full]]);
    expect(log.error).toHaveBeenCalledWith('drafts.save failed:', full);
  });

  it('is told for its work alone: a message of another shape, or another page, is no trouble of the till’s', async () => {
    await ask('drafts.save', { cart_key: 5 });
    await ask('drafts.save', draft, null);
    expect(failed).toEqual([]);
  });
});

describe.each(callNames)('%s', (channel) => {
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
    expect(await ask(channel, messages.get(channel), frame)).toContain('Not the till’s page');
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
    await ask(channel, undefined);
    expect(reached).toEqual(takesNothing.includes(channel) ? [channel] : []);
  });
});
