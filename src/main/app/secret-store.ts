import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { SafeStorage } from 'electron';
import { log } from './log.ts';

export type SecretStore = { read: () => string | null; write: (secret: string | null) => void };

export type Vault = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>;

type SecretStoreOptions = {
  platform?: string;
  /** Called when the secret could not be saved to disk; it holds until the till stops. */
  onUnkept?: (fault: unknown) => void;
};

/**
 * A secret of the sign-in, such as its token, encrypted by the operating system's key store in `file`. Without a key store
 * it is in memory only, and the till asks for a sign-in at each start. A write counts at once; the disk follows.
 */
export async function openSecretStore(
  file: string,
  vault: Vault,
  { platform = process.platform, onUnkept = () => undefined }: SecretStoreOptions = {},
): Promise<SecretStore> {
  const isLasting = await hasKeyStore(vault, platform);
  let token: string | null = null;

  const keep = async (next: string): Promise<void> => {
    try {
      const bytes = await vault.encryptStringAsync(next);
      // The sign-in changed meanwhile.
      if (token !== next) return;
      if (isReadableByAll(bytes, platform)) forget();
      else writeFileSync(file, bytes, { mode: 0o600 });
    } catch (fault) {
      log.error('The sign-in cannot be kept:', fault);
      onUnkept(fault);
    }
  };
  const forget = (): void => {
    try {
      rmSync(file, { force: true });
    } catch (fault) {
      // The server has ended the session: the token on the disk opens nothing.
      log.error('The sign-in cannot be deleted:', fault);
    }
  };

  const store: SecretStore = {
    read: () => token,
    write: (next) => {
      token = next;
      if (next === null) forget();
      else if (isLasting) void keep(next);
    },
  };
  const kept = isLasting ? await readToken(file, vault, platform) : null;
  token = kept?.token ?? null;
  if (kept?.isOutdated) void keep(kept.token);
  return store;
}

async function hasKeyStore(vault: Vault, platform: string): Promise<boolean> {
  const isAvailable = await vault.isAsyncEncryptionAvailable().catch((fault: unknown) => {
    log.error('The key store does not answer:', fault);
    return false;
  });
  if (!isAvailable) return false;
  // getSelectedStorageBackend exists on Linux only.
  return platform !== 'linux' || vault.getSelectedStorageBackend() !== 'basic_text';
}

/**
 * Without a key store, Chromium encrypts with a key that is in its source and marks the result `v10`
 * (components/os_crypt, on Linux; elsewhere the mark means the system's own key).
 */
const isReadableByAll = (bytes: Buffer, platform: string) =>
  platform === 'linux' && bytes.subarray(0, 3).toString() === 'v10';

/**
 * Reads the kept token; a missing file, or one that this computer cannot decrypt, is no token. `isOutdated`: encrypted by
 * an old key.
 */
async function readToken(
  file: string,
  vault: Vault,
  platform: string,
): Promise<{ token: string; isOutdated: boolean } | null> {
  try {
    const bytes = readFileSync(file);
    if (isReadableByAll(bytes, platform)) return null;
    const { result, shouldReEncrypt } = await vault.decryptStringAsync(bytes);
    return { token: result, isOutdated: shouldReEncrypt };
  } catch {
    return null;
  }
}
