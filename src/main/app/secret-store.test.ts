import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { log } from './log.ts';
import { openSecretStore, type Vault } from './secret-store.ts';

const turned = (text: string) => [...text].reverse().join('');

/** A key store that turns the text around. */
const vault = (overrides: Partial<Vault> = {}): Vault => ({
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: async (text) => Buffer.from(turned(text)),
  decryptStringAsync: async (bytes) => ({ result: turned(bytes.toString()), shouldReEncrypt: false }),
  ...overrides,
});
const open = (weak = vault(), platform = 'linux') => openSecretStore(file, weak, { platform });
let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'token-')), 'session');
});

it('keeps the token over a restart, not in plain text', async () => {
  const store = await open();
  store.write('secret');
  expect(store.read()).toBe('secret');
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).not.toContain('secret');
  expect((await open()).read()).toBe('secret');
});

it('forgets it, on disk as well', async () => {
  const store = await open();
  store.write('secret');
  await expect.poll(() => existsSync(file)).toBe(true);
  store.write(null);
  expect(store.read()).toBeNull();
  expect(existsSync(file)).toBe(false);
});

it('brings no token back that was forgotten while it was being encrypted', async () => {
  const encrypted = Promise.withResolvers<Buffer>();
  const store = await open(vault({ encryptStringAsync: () => encrypted.promise }));
  store.write('secret');
  store.write(null);
  encrypted.resolve(Buffer.from('terces'));
  await encrypted.promise;
  expect(existsSync(file)).toBe(false);
});

it.each([
  ['there is no encryption', vault({ isAsyncEncryptionAvailable: async () => false })],
  ['the key is public', vault({ getSelectedStorageBackend: () => 'basic_text' })],
  ['it says what it did', vault({ encryptStringAsync: async () => Buffer.from('v10secret') })],
])('keeps it in memory only where %s', async (_name, weak) => {
  const store = await open(weak);
  store.write('secret');
  await Promise.resolve();
  expect(store.read()).toBe('secret');
  expect(existsSync(file)).toBe(false);
});

it('starts without a key store that fails, and keeps the token in memory', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
  const store = await open(vault({ isAsyncEncryptionAvailable: () => Promise.reject(new Error('no bus')) }));
  store.write('secret');
  expect([store.read(), existsSync(file)]).toEqual(['secret', false]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

it('takes a file that was encrypted with the public key for none, on Linux alone', async () => {
  writeFileSync(file, 'v10terces');
  expect((await open()).read()).toBeNull();
  expect((await open(vault(), 'win32')).read()).toBe('secret01v');
});

it('encrypts it anew where the key has changed', async () => {
  writeFileSync(file, 'by the old key');
  const rotated = vault({ decryptStringAsync: async () => ({ result: 'secret', shouldReEncrypt: true }) });
  expect((await open(rotated)).read()).toBe('secret');
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('terces');
});

it('takes a file that cannot be decrypted for none', async () => {
  writeFileSync(file, 'rubbish');
  const foreign = vault({ decryptStringAsync: () => Promise.reject(new Error('wrong key')) });
  expect((await open(foreign)).read()).toBeNull();
});

it('holds a token that the disk does not take, says so, and goes on', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
  const heard: unknown[] = [];
  const inNoFolder = join(file, 'nowhere', 'session');
  const store = await openSecretStore(inNoFolder, vault(), { onUnkept: (fault) => heard.push(fault) });
  store.write('secret');
  await expect.poll(() => heard).toHaveLength(1);
  expect(store.read()).toBe('secret');
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});
