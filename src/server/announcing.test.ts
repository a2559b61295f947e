import { X509Certificate } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '#tests/support/certificates.ts';
import { readAnnounced } from './announcing.ts';

let made: TestCertificate;
beforeAll(async () => {
  made = await makeCertificate();
});

it('announces a server on the network by its own certificate, and any other only under a named address', () => {
  const own = { ...made, isOwn: true };
  const fingerprint = new X509Certificate(made.certificate).fingerprint256;
  expect(readAnnounced(undefined, '0.0.0.0', own)).toEqual({ address: null, fingerprint });
  expect(readAnnounced('', '192.168.1.10', own)).toEqual({ address: null, fingerprint });
  expect(readAnnounced('off', '0.0.0.0', own)).toBeNull();
  for (const [host, certificate] of [
    ['127.0.0.1', null],
    ['127.0.0.1', own],
    ['0.0.0.0', null],
    ['0.0.0.0', { ...made, isOwn: false }],
  ] as const) {
    expect(readAnnounced(undefined, host, certificate)).toBeNull();
    expect(readAnnounced('https://Shop.example:443/', host, certificate)).toEqual({
      address: 'https://shop.example',
      fingerprint: null,
    });
  }
});

it.each([
  'on',
  'shop.example',
  'http://shop.example',
  'https://shop.example/till',
  'https://shop.example/?x',
  'https://ana:secret@shop.example',
  'https://localhost:4100',
  'https://127.0.0.1',
  'https://[::1]:4100',
])('refuses ANNOUNCE=%s in one sentence', (text) => {
  expect(() => readAnnounced(text, '0.0.0.0', null)).toThrow(
    'ANNOUNCE is off, or an address such as https://shop.example',
  );
});
