import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { DeviceSettings } from '#bridge/settings.ts';
import { log } from './log.ts';
import { renameUnreadable } from './settings-file.ts';
import { openSettings, troubleOfSettings } from './settings.ts';

const saved: DeviceSettings = {
  till_name: 'Till 1',
  printer: null,
  label_printer: {
    connection: { kind: 'network', host: '192.168.1.60', port: 9100 },
    size: '40x30',
    code_page: 'cp858',
    asks_status: true,
  },
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
  const settings = openSettings(file(), { env: {} });
  settings.writeServer(server);
  settings.write(saved);
  expect(settings.read()).toEqual({ ...saved, server: { url: server.url, fingerprint: null } });
});

it('reads what a till kept that knew of no label printer: its labels go to the receipt printer', () => {
  const { label_printer: _later, ...former } = saved;
  const settings = openSettings(file({ ...former, server }), { env: {} });
  expect(settings.read()).toMatchObject({ ...former, label_printer: null });
  expect(settings.lost).toEqual([]);
});

it('starts with the backend of this computer and no devices', () => {
  expect(openSettings(file(), { env: {} }).read()).toEqual({
    till_name: '',
    printer: null,
    label_printer: null,
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
  const { printer } = openSettings(file(), { env: { TINDAHAN_PRINTER: text } }).read();
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
  [{ ...saved, server: { url: 5 } }],
  [{ ...saved, server: { url: 'http://10.0.0.5', trusted: null } }],
])('falls back to the standard server when the kept one is %j, and says that it is lost', (content) => {
  const settings = openSettings(file(content), { env: { TINDAHAN_SERVER: 'http://127.0.0.1:5000' } });
  expect(settings.read().server.url).toBe('http://127.0.0.1:5000');
  expect(settings.lost).toEqual(['server']);
});

it('keeps every part that can be read when another is broken', () => {
  const settings = openSettings(file({ ...saved, printer: { host: '' }, server }), { env: {} });
  const { printer, till_name, scanners } = settings.read();
  expect([printer, till_name, scanners]).toEqual([null, saved.till_name, saved.scanners]);
  expect(settings.lost).toEqual(['printer']);
  expect(troubleOfSettings(settings.lost).detail).toContain('It has lost its printer.');
});

it('has lost nothing that an older till never kept', () => {
  const { kiosk: _later, ...older } = saved;
  const settings = openSettings(file({ ...older, server }), { env: {} });
  expect([settings.lost, settings.read().kiosk]).toEqual([[], false]);
});

it('fills the screen when it cannot be read whether it did, and still does at the next start', () => {
  const kept = file({ ...saved, kiosk: 'yes', server });
  expect(openSettings(kept, { env: {} }).read().kiosk).toBe(true);
  const next = openSettings(kept, { env: {} });
  expect([next.read().kiosk, next.lost]).toEqual([true, []]);
});

it.each([
  [undefined, true],
  ['nonsense', false],
  [[], false],
])('opens nothing when all of it was lost: %j', (content, isDamaged) => {
  const settings = openSettings(file(content), { env: {}, isDamaged });
  expect(settings.read()).toMatchObject({ kiosk: true, server: { fingerprint: null } });
  expect(settings.lost).toEqual(expect.arrayContaining(['kiosk', 'server']));
});

it('goes on with what it read when the file is spoilt meanwhile', () => {
  const kept = file({ ...saved, server });
  const settings = openSettings(kept, { env: {} });
  kept.set('till', 'rubbish');
  expect(settings.read()).toMatchObject({ kiosk: true, server: { url: server.url } });
});

it('is not opened at all when the file cannot be read', () => {
  const broken = {
    get: () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    },
    set: () => {},
  };
  expect(() => openSettings(broken)).toThrow('EACCES');
});

describe('a settings file that is none', () => {
  const write = (text: string) => {
    const path = join(mkdtempSync(join(tmpdir(), 'settings-')), 'settings.json');
    writeFileSync(path, text);
    return path;
  };

  it.each(['', '{"till": {"kiosk": true', '[]', 'null', '\0\0\0\0'])('is kept beside: %j', (text) => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
    const path = write(text);
    expect(renameUnreadable(path)).toBe(true);
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(text);
    expect(logged).toHaveBeenCalledOnce();
    expect(renameUnreadable(path)).toBe(true);
    writeFileSync(path, '{"till":{"kiosk":true}}');
    expect(renameUnreadable(path)).toBe(false);
    logged.mockRestore();
  });

  it('is not a sound one, nor one that is missing', () => {
    const path = write('{"till":{"kiosk":true}}');
    expect(renameUnreadable(path)).toBe(false);
    expect(existsSync(path)).toBe(true);
    expect(renameUnreadable(`${path}.missing`)).toBe(false);
  });

  it('stops the start where it cannot be looked into', () => {
    const path = write('');
    expect(() => renameUnreadable(join(path, 'inside'))).toThrow('ENOTDIR');
  });
});

it('refuses a server over plain HTTP elsewhere', () => {
  expect(() => openSettings(file(), { env: {} }).writeServer({ ...server, url: 'http://10.0.0.5' })).toThrow(
    'must begin with https://',
  );
});
