import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { denyRequests, isTillAddress, keepInPlace } from './deny.ts';

/** The arguments that Electron passes to a listener whose default it can prevent. */
function anEvent(more: object = {}) {
  const event = {
    ...more,
    prevented: false,
    preventDefault: () => {
      event.prevented = true;
    },
  };
  return event;
}

/** A session that records its registrations, and can call its handlers. */
function aSession() {
  const events = new EventEmitter();
  const handlers: Record<string, (...args: never[]) => unknown> = {};
  const keep = (name: string) => (handler: (...args: never[]) => unknown) => {
    handlers[name] = handler;
  };
  const session = {
    on: events.on.bind(events),
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    setDisplayMediaRequestHandler: keep('display'),
    webRequest: {
      onBeforeRequest: (_filter: unknown, handler: (...args: never[]) => unknown) => {
        handlers.load = handler;
      },
    },
  };
  const ask = (name: string, ...args: unknown[]) => handlers[name]?.(...(args as never[]));
  return { session: session as unknown as Session, events, ask };
}

describe('what the page could ask of the computer', () => {
  const { session, events, ask } = aSession();
  denyRequests(session);

  it.each([
    'media',
    'geolocation',
    'notifications',
    'hid',
    'serial',
    'usb',
    'clipboard-read',
    'openExternal',
    'fullscreen',
  ])('is denied: %s', (permission) => {
    const answers: unknown[] = [];
    ask('request', {}, permission, (granted: boolean) => answers.push(granted), {});
    expect(answers).toEqual([false]);
    expect(ask('check', {}, permission, 'app://till', {})).toBe(false);
    expect(ask('device', { deviceType: permission })).toBe(false);
  });

  it('is denied: the screen', () => {
    const answers: unknown[] = [];
    ask('display', {}, (streams: unknown) => answers.push(streams));
    expect(answers).toEqual([null]);
  });

  it.each([
    ['select-hid-device', [{}], [null]],
    ['select-usb-device', [{}], []],
    ['select-serial-port', [[{ portId: 'a' }], {}], ['']],
  ])('is denied: choosing a device (%s)', (name, details, wanted) => {
    const event = anEvent();
    const chosen: unknown[][] = [];
    events.emit(name, event, ...details, (...args: unknown[]) => chosen.push(args));
    expect([event.prevented, chosen]).toEqual([true, [wanted]]);
  });

  it.each([
    ['https://example.com/a.js', true],
    ['http://127.0.0.1:4100/api/v1/health', true],
    ['ws://example.com/', true],
    ['file:///etc/passwd', true],
    ['ftp://example.com/', true],
    ['app://till/assets/index.js', false],
    ['blob:app://till/3f', false],
    ['data:image/png;base64,AA', false],
  ])('to load %s is cancelled: %s', (url, cancel) => {
    const answers: unknown[] = [];
    ask('load', { url }, (answer: unknown) => answers.push(answer));
    expect(answers).toEqual([{ cancel }]);
  });
});

describe('a page', () => {
  const events = new EventEmitter();
  let open: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  keepInPlace({
    on: events.on.bind(events),
    setWindowOpenHandler: (handler: typeof open) => {
      open = handler;
    },
  } as unknown as WebContents);
  const prevented = (name: string, more: object) => {
    const event = anEvent(more);
    events.emit(name, event, [], () => undefined);
    return event.prevented;
  };
  const elsewhere = [
    'https://example.com/',
    'app://till.example.com/',
    'app://other/',
    'app://till@example.com/',
    'app://till',
    'about:blank',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    '',
  ];

  it.each(elsewhere)('does not go to %j, be it by itself or by a redirect', (url) => {
    expect(isTillAddress(url)).toBe(false);
    expect([prevented('will-navigate', { url }), prevented('will-redirect', { url })]).toEqual([true, true]);
  });

  it('goes to its own addresses', () => {
    const url = 'app://till/pos/12';
    expect([prevented('will-navigate', { url }), prevented('will-redirect', { url })]).toEqual([
      false,
      false,
    ]);
    expect(prevented('will-frame-navigate', { url, isMainFrame: true })).toBe(false);
  });

  it('opens no window, no frame and no webview, and chooses no bluetooth device', () => {
    expect(open({ url: 'app://till/pos' })).toEqual({ action: 'deny' });
    expect(prevented('will-frame-navigate', { url: 'app://till/', isMainFrame: false })).toBe(true);
    expect(prevented('will-attach-webview', {})).toBe(true);
    expect(prevented('select-bluetooth-device', {})).toBe(true);
  });
});
