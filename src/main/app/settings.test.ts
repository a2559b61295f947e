import { expect, it } from 'vitest';
import type { DeviceSettings } from '#bridge/settings.ts';
import { openSettings } from './settings.ts';

const saved: DeviceSettings = {
  till_name: 'Till 1',
  printer: null,
  scanners: [{ kind: 'serial', path: '/dev/ttyUSB0', baud_rate: 9600 }],
  log_level: 'warn',
  kiosk: true,
};
const server = { url: 'https://shop.example', trusted: null };

function file(content?: unknown) {
  const kept = { till: content };
  return {
    get: () => kept.till,
    set: (_key: 'till', value: unknown) => {
      kept.till = value;
    },
  };
}

it('reads what was written, the server apart from the devices', () => {
  const settings = openSettings(file(), {});
  settings.writeServer(server);
  settings.write(saved);
  expect(settings.read()).toEqual({ ...saved, server: { url: server.url, fingerprint: null } });
});

it('starts with the backend of this computer and no devices', () => {
  expect(openSettings(file(), {}).read()).toEqual({
    till_name: '',
    printer: null,
    scanners: [],
    log_level: 'info',
    kiosk: false,
    server: { url: 'http://127.0.0.1:4100', fingerprint: null },
  });
});

it.each([
  ['127.0.0.1:9100', { host: '127.0.0.1', port: 9100, columns: 48 }],
  ['printer:9101:32', { host: 'printer', port: 9101, columns: 32 }],
  ['printer', null],
  ['printer:9100:33', { host: 'printer', port: 9100, columns: 48 }],
])('reads TINDAHAN_PRINTER=%s', (text, wanted) => {
  const { printer } = openSettings(file(), { TINDAHAN_PRINTER: text }).read();
  const { host, port, columns } = wanted ?? {};
  expect(printer).toEqual(
    wanted && {
      connection: { kind: 'network', host, port },
      columns,
      code_page: 'cp858',
      cutter: true,
      drawer_pin: 2,
      asks_status: true,
    },
  );
});

it.each([
  ['nonsense'],
  [{ ...saved, server: { url: 5 } }],
  [{ ...saved, server: { url: 'http://10.0.0.5', trusted: null } }],
])('falls back to the standard server when the kept one is %j', (content) => {
  const settings = openSettings(file(content), { TINDAHAN_SERVER: 'http://127.0.0.1:5000' });
  expect(settings.read().server.url).toBe('http://127.0.0.1:5000');
});

it('keeps every part that can be read when another is broken', () => {
  const { printer, till_name, scanners } = openSettings(
    file({ ...saved, printer: { host: '' }, server }),
    {},
  ).read();
  expect([printer, till_name, scanners]).toEqual([null, saved.till_name, saved.scanners]);
});

it('falls back when reading throws', () => {
  const broken = {
    get: () => {
      throw new SyntaxError('Unexpected token');
    },
    set: () => {},
  };
  expect(openSettings(broken, {}).read().server.url).toBe('http://127.0.0.1:4100');
});

it('refuses a server over plain HTTP elsewhere', () => {
  expect(() => openSettings(file(), {}).writeServer({ ...server, url: 'http://10.0.0.5' })).toThrow(
    'must begin with https://',
  );
});
