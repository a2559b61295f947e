import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { SafeStorage } from 'electron';

export type TokenStore = { read: () => string | null; write: (token: string | null) => void };

type Vault = Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>;

/**
 * The session's token, encrypted by the operating system's key store in `file`. Where there is none (on Linux
 * `basic_text`, whose key is public) it lives in memory only, and the till asks for a sign-in at each start.
 */
export function openTokenStore(file: string, vault: Vault, platform: string = process.platform): TokenStore {
  const lasting = hasKeyStore(vault, platform);
  let token = lasting ? readToken(file, vault) : null;
  return {
    read: () => token,
    write: (next) => {
      token = next;
      if (next === null) rmSync(file, { force: true });
      else if (lasting) writeFileSync(file, vault.encryptString(next), { mode: 0o600 });
    },
  };
}

function hasKeyStore(vault: Vault, platform: string): boolean {
  if (!vault.isEncryptionAvailable()) return false;
  // getSelectedStorageBackend exists on Linux only.
  return platform !== 'linux' || vault.getSelectedStorageBackend() !== 'basic_text';
}

/** The kept token; a missing file, or one that this computer cannot decrypt, is no token. */
function readToken(file: string, vault: Vault): string | null {
  try {
    return vault.decryptString(readFileSync(file));
  } catch {
    return null;
  }
}
