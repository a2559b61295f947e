import { chmodSync, existsSync } from 'node:fs';

/** Whatever this process makes from now on is for its own user only, and so is the data folder that may be there already. */
export function keepPrivate(dataDir: string): void {
  process.umask(0o077);
  if (existsSync(dataDir)) chmodSync(dataDir, 0o700);
}
