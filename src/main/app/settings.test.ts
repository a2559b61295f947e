import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { deviceSettings, type DeviceSettings } from '#bridge/settings.ts';
import { hold } from '#tests/support/windows/held.ts';
import { log } from './log.ts';
import { openSettingsFile } from './settings-file.ts';
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
const server = { url: 'https://shop.example', trusted: null, shop: null, is_new: false };

const newPath = () => join(mkdtempSync(join(tmpdir(), 'settings-')), 'settings.json');

/** Opens a settings file with this content; without any, there is no file. */
function file(content?: unknown, path = newPath()) {
  if (content !== undefined) writeFileSync(path, JSON.stringify({ till: content }));
  return openSettingsFile(path);
}

it('reads what was written, the server apart from the devices, and so does the next start', async () => {
  const path = newPath();
  const settings = openSettings(file(undefined, path), { env: {} });
  await Promise.all([settings.writeServer(server), settings.write(saved)]);
  for (const opened of [settings, openSettings(openSettingsFile(path), { env: {} })])
    expect(opened.read()).toEqual({
      ...saved,
      server: { url: server.url, fingerprint: null, is_chosen: true },
    });
  expect(readdirSync(dirname(path))).toEqual(['settings.json']);
});

it('keeps what it had where a save fails, and saves the next one', async () => {
  const path = newPath();
  const settings = openSettings(file({ ...saved, server }, path), { env: {} });
  mkdirSync(`${path}.new`);
  await expect(settings.write({ ...saved, till_name: 'Till 2' })).rejects.toThrow();
  expect(settings.read().till_name).toBe('Till 1');
  rmdirSync(`${path}.new`);
  await settings.write({ ...saved, till_name: 'Till 3' });
  expect(openSettings(openSettingsFile(path), { env: {} }).read().till_name).toBe('Till 3');
});

it.runIf(process.platform === 'win32')(
  'waits for a virus scan of the file, and the till goes on',
  async () => {
    const path = newPath();
    const settings = openSettings(file({ ...saved, server }, path), { env: {} });
    const scan = hold(path);
    const saving = settings.write({ ...saved, till_name: 'Till 2' });
    const turns: number[] = [];
    const going = setInterval(() => turns.push(performance.now()), 10);
    await expect.poll(() => turns.length).toBeGreaterThan(20);
    scan.end();
    await saving;
    clearInterval(going);
    const stops = turns.slice(1).map((at, index) => at - (turns[index] ?? at));
    expect(Math.max(...stops)).toBeLessThan(500);
    expect(openSettings(openSettingsFile(path), { env: {} }).read().till_name).toBe('Till 2');
  },
);

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
    server: { url: 'http://127.0.0.1:4100', fingerprint: null, is_chosen: false },
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

it('asks for a server at the first start, and where the chosen one is lost, unless the environment names one', () => {
  const isChosen = (content: unknown, env: Record<string, string>) =>
    openSettings(file(content), { env }).read().server.is_chosen;
  expect(isChosen(saved, {})).toBe(false);
  expect(isChosen({ ...saved, server }, {})).toBe(true);
  expect(isChosen({ ...saved, server: { url: 'http://10.0.0.5', trusted: null } }, {})).toBe(false);
  expect(isChosen(saved, { TINDAHAN_SERVER: 'http://127.0.0.1:5000' })).toBe(true);
});

it('takes no port of a print queue for a device, and says what to choose', () => {
  const printer = { ...saved.label_printer, connection: { kind: 'device', path: 'USB001' } };
  const { error } = deviceSettings.safeParse({ ...saved, label_printer: printer });
  expect(error?.issues).toMatchObject([
    {
      path: ['label_printer', 'connection', 'path'],
      message: expect.stringContaining('Choose “Printer of this computer”'),
    },
  ]);
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

it('fills the screen when it cannot be read whether it did, and still does at the next start', async () => {
  const path = newPath();
  expect(openSettings(file({ ...saved, kiosk: 'yes', server }, path), { env: {} }).read().kiosk).toBe(true);
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('"kiosk": true');
  const next = openSettings(openSettingsFile(path), { env: {} });
  expect([next.read().kiosk, next.lost]).toEqual([true, []]);
});

it.each([
  [undefined, true],
  ['nonsense', false],
  [[], false],
])('opens nothing when all of it was lost: %j', (content, isDamaged) => {
  const settings = openSettings({ ...file(content), isDamaged }, { env: {} });
  expect(settings.read()).toMatchObject({ kiosk: true, server: { fingerprint: null } });
  expect(settings.lost).toEqual(expect.arrayContaining(['kiosk', 'server']));
});

it('goes on with what it read when the file is spoilt meanwhile', () => {
  const path = newPath();
  const settings = openSettings(file({ ...saved, server }, path), { env: {} });
  writeFileSync(path, 'rubbish');
  expect(settings.read()).toMatchObject({ kiosk: true, server: { url: server.url } });
});

describe('a settings file that is none', () => {
  const write = (text: string) => {
    const path = newPath();
    writeFileSync(path, text);
    return path;
  };

  it.each(['', '{"till": {"kiosk": true', '[]', 'null', '\0\0\0\0'])('is kept beside: %j', (text) => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
    const path = write(text);
    expect(openSettingsFile(path)).toMatchObject({ content: undefined, isDamaged: true });
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(text);
    expect(logged).toHaveBeenCalledOnce();
    expect(openSettingsFile(path).isDamaged).toBe(true);
    writeFileSync(path, '{"till":{"kiosk":true}}');
    expect(openSettingsFile(path)).toMatchObject({ content: { kiosk: true }, isDamaged: false });
    logged.mockRestore();
  });

  it('is not a sound one, nor one that is missing', () => {
    const path = write('{"till":{"kiosk":true}}');
    expect(openSettingsFile(path).isDamaged).toBe(false);
    expect(existsSync(path)).toBe(true);
    expect(openSettingsFile(`${path}.missing`)).toMatchObject({ content: undefined, isDamaged: false });
  });

  it('stops the start where it cannot be looked into', () => {
    expect(() => openSettingsFile(dirname(write('')))).toThrow('EISDIR');
  });
});

it('refuses a server over plain HTTP elsewhere', async () => {
  const settings = openSettings(file(), { env: {} });
  await expect(settings.writeServer({ ...server, url: 'http://10.0.0.5' })).rejects.toThrow(
    'must begin with https://',
  );
});
