import { expect, it } from 'vitest';
import type { TillSettings } from '#bridge/till.ts';
import { openSettings } from './settings.ts';

const saved: TillSettings = { server_url: 'https://shop.example', till_name: 'Till 1', printer: null };

function file(content?: unknown) {
  const kept = { till: content };
  return {
    get: () => kept.till,
    set: (_key: 'till', value: unknown) => {
      kept.till = value;
    },
  };
}

it('reads what was written', () => {
  const settings = openSettings(file(), {});
  settings.write(saved);
  expect(settings.read()).toEqual(saved);
});

it('starts with the backend of this computer and no printer', () => {
  expect(openSettings(file(), {}).read()).toEqual({
    server_url: 'http://127.0.0.1:4100',
    till_name: '',
    printer: null,
  });
});

it.each([
  ['127.0.0.1:9100', { host: '127.0.0.1', port: 9100, columns: 48, cutter: true, drawer_pin: 2 }],
  ['printer:9101:32', { host: 'printer', port: 9101, columns: 32, cutter: true, drawer_pin: 2 }],
  ['printer', null],
  ['printer:9100:33', { host: 'printer', port: 9100, columns: 48, cutter: true, drawer_pin: 2 }],
])('reads TINDAHAN_PRINTER=%s', (text, printer) => {
  expect(openSettings(file(), { TINDAHAN_PRINTER: text }).read().printer).toEqual(printer);
});

it.each([
  'nonsense',
  { server_url: 5 },
  { ...saved, printer: { host: '' } },
  { ...saved, server_url: 'http://10.0.0.5' },
])('falls back to the defaults for a broken file', (content) => {
  const settings = openSettings(file(content), { TINDAHAN_SERVER: 'http://127.0.0.1:5000' });
  expect(settings.read().server_url).toBe('http://127.0.0.1:5000');
});

it('falls back when reading throws', () => {
  const broken = {
    get: () => {
      throw new SyntaxError('Unexpected token');
    },
    set: () => {},
  };
  expect(openSettings(broken, {}).read().server_url).toBe('http://127.0.0.1:4100');
});

it('refuses a server over plain HTTP elsewhere', () => {
  expect(() => openSettings(file(), {}).write({ ...saved, server_url: 'http://10.0.0.5' })).toThrow(
    'must begin with https://',
  );
});
