import { expect, it } from 'vitest';
import { isAllowedServer, readServerAddress } from './server-address.ts';

it.each([
  ['https://shop.example', true],
  ['http://127.0.0.1:4100', true],
  ['http://localhost:4100', true],
  ['http://[::1]:4100', true],
  ['http://192.168.1.5', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://localhost.evil.example', false],
  ['ftp://127.0.0.1', false],
  ['shop', false],
])('the server %s is allowed: %s', (url, allowed) => {
  expect(isAllowedServer(url)).toBe(allowed);
});

it.each([
  ['shop.example', 'https://shop.example'],
  ['  Shop.Example  ', 'https://shop.example'],
  ['192.168.1.10:4100', 'https://192.168.1.10:4100'],
  ['[fd00::2]:4100', 'https://[fd00::2]:4100'],
  ['https://shop.example:443', 'https://shop.example'],
  ['HTTPS://shop.example:4100/pos/12/payment?x=1#top', 'https://shop.example:4100'],
  ['localhost:4100', 'http://localhost:4100'],
  ['127.0.0.1:4100', 'http://127.0.0.1:4100'],
  ['[::1]:4100', 'http://[::1]:4100'],
  ['http://127.0.0.1:4100/login', 'http://127.0.0.1:4100'],
  ['https://localhost:4100', 'https://localhost:4100'],
])('%s is the server %s', (typed, url) => {
  expect(readServerAddress(typed)).toEqual({ url, reason: null });
});

it.each([
  ['http://192.168.1.10:4100', 'must begin with https://'],
  ['http://localhost.evil.example', 'must begin with https://'],
  ['ftp://shop.example', 'must begin with https://'],
  ['file:///etc/passwd', 'must begin with https://'],
  ['https://ana:secret@shop.example', 'Leave the user name'],
  ['ana@shop.example', 'Leave the user name'],
  ['http://evil.example@127.0.0.1:4100', 'Leave the user name'],
  ['our shop', 'no server address'],
  ['https://', 'no server address'],
  ['shop.example:99999', 'no server address'],
  ['::1', 'no server address'],
])('%s is refused: %s', (typed, text) => {
  const { url, reason } = readServerAddress(typed);
  expect(url).toBeNull();
  expect(reason).toContain(text);
});
