import { expect, it } from 'vitest';
import { manifestFor, releaseKey } from '#tests/support/releases.ts';
import { parseReleaseKeys, readRelease, ReleaseRefusal } from './release-manifest.ts';

const key = releaseKey();
const keys = [key.publicKey];

it('reads what one of the keys signed, also what a newer version adds', () => {
  const signed = key.signText(manifestFor('program', { added_later: 1 }));
  expect(readRelease(signed, [releaseKey().publicKey, key.publicKey])).toMatchObject({ version: '1.2.0' });
});

it('refuses a manifest that was changed after it was signed, and one of another key', () => {
  const signed = key.signText(manifestFor('program'));
  const changed = { ...signed, manifest: signed.manifest.replace('1.2.0', '9.2.0') };
  expect(() => readRelease(changed, keys)).toThrow(/not signed by this shop’s key/);
  expect(() => readRelease(signed, [releaseKey().publicKey])).toThrow(/not signed/);
  expect(() => readRelease({ ...signed, signature: '' }, keys)).toThrow(/not signed/);
  expect(() => readRelease(signed, [])).toThrow(/no key/);
});

it.each([
  { file_name: '../out.AppImage' },
  { file_name: '/etc/out.AppImage' },
  { file_name: String.raw`..\out.AppImage` },
  { file_name: 'program.sh' },
  { file_name: 'Setup.exe' },
  { platform: 'win32' },
  { platform: 'darwin' },
  { product: 'another' },
  { version: 'latest' },
  { sequence: 0 },
  { size: 0 },
  { sha256: 'abc' },
])('refuses %j, whoever signed it', (changes) => {
  expect(() => readRelease(key.signText(manifestFor('program', changes)), keys)).toThrow(ReleaseRefusal);
});

it.each([null, {}, 'text', { manifest: 1, signature: 'x' }])('refuses %j', (signed) => {
  expect(() => readRelease(signed, keys)).toThrow('The release cannot be read');
});

it('reads public keys, one a line, and refuses anything else', () => {
  expect(parseReleaseKeys(`# of the shop\r\n${key.publicKey}\n\n`)).toEqual(keys);
  expect(() => parseReleaseKeys('-----BEGIN PRIVATE KEY-----')).toThrow(/no public key/);
});
