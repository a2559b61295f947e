import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openTokenStore } from './token-store.ts';

type Vault = Parameters<typeof openTokenStore>[1];

/** A key store that turns the text around. */
const vault = (overrides: Partial<Vault> = {}): Vault => ({
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString: (text) => Buffer.from([...text].reverse().join('')),
  decryptString: (bytes) => [...bytes.toString()].reverse().join(''),
  ...overrides,
});
let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'token-')), 'session');
});

it('keeps the token over a restart, not in plain text', () => {
  openTokenStore(file, vault(), 'linux').write('secret');
  expect(readFileSync(file, 'utf8')).not.toContain('secret');
  expect(openTokenStore(file, vault(), 'linux').read()).toBe('secret');
});

it('forgets it, on disk as well', () => {
  const store = openTokenStore(file, vault(), 'linux');
  store.write('secret');
  store.write(null);
  expect(store.read()).toBeNull();
  expect(existsSync(file)).toBe(false);
});

it.each([
  ['there is no encryption', vault({ isEncryptionAvailable: () => false })],
  ['the key is public', vault({ getSelectedStorageBackend: () => 'basic_text' })],
])('keeps it in memory only where %s', (_name, weak) => {
  const store = openTokenStore(file, weak, 'linux');
  store.write('secret');
  expect(store.read()).toBe('secret');
  expect(existsSync(file)).toBe(false);
});

it('takes a file that cannot be decrypted for none', () => {
  writeFileSync(file, 'rubbish');
  const foreign = vault({
    decryptString: () => {
      throw new Error('wrong key');
    },
  });
  expect(openTokenStore(file, foreign, 'linux').read()).toBeNull();
});
